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

/** A puzzle: `daily`, `next`, or one by its id. */
export const askPuzzle = (which: string): Promise<PuzzleAsked> =>
  ask("GET", `/api/puzzles/${encodeURIComponent(which)}`);

/** What comes of an answer to a puzzle. */
export const answerPuzzle = (puzzle: string, choice: number): Promise<PuzzleAnswered> =>
  ask("POST", `/api/puzzles/${encodeURIComponent(puzzle)}/answer`, { choice });

/** How one gets on with puzzles. */
export const puzzleStanding = (): Promise<PuzzleStanding> => ask("GET", "/api/me/puzzles");
