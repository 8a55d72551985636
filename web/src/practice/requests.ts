/** What is asked of the server about practice. */
import { ask } from "../net/api";
import type {
  AnswerDrill,
  AskDrill,
  DrillAnswered,
  DrillAsked,
  PuzzleAnswered,
  PuzzleAsked,
  PuzzleStanding,
} from "../wire";

/** A question about the rules. */
export const askDrill = (wanted: AskDrill): Promise<DrillAsked> =>
  ask("POST", "/api/drills", wanted);

/** Whether an answer to it is right, and why. */
export const answerDrill = (answer: AnswerDrill): Promise<DrillAnswered> =>
  ask("POST", "/api/drills/answer", answer);

/** A puzzle: that of the day (`daily`), or one by its id. */
export const askPuzzle = (which: string): Promise<PuzzleAsked> =>
  ask("GET", `/api/puzzles/${encodeURIComponent(which)}`);

/** The next puzzle: one that is to be repeated, else a new one; null: of whatever kind. */
export const nextPuzzle = (kind: PuzzleAsked["kind"] | null): Promise<PuzzleAsked> =>
  ask("GET", `/api/puzzles/next${kind === null ? "" : `?kind=${kind}`}`);

/** What comes of an answer to a puzzle. */
export const answerPuzzle = (puzzle: string, choice: number): Promise<PuzzleAnswered> =>
  ask("POST", `/api/puzzles/${encodeURIComponent(puzzle)}/answer`, { choice });

/** How one gets on with puzzles. */
export const puzzleStanding = (): Promise<PuzzleStanding> => ask("GET", "/api/me/puzzles");
