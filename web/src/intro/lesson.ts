/**
 * The introduction as data: one short hand, step by step, with what the learner may answer and
 * what is said to typical wrong answers.
 *
 * No rule of the game is here. tests/web/test_lesson.py puts every answer to the rules themselves.
 */
import type { Card, Rank, Suit } from "../wire";
import type { Key, Parameters } from "../words/words.svelte";
import data from "./lesson.json";

export type StepId =
  | "teams"
  | "ranking"
  | "points"
  | "declare"
  | "trump"
  | "kitty"
  | "lead"
  | "follow"
  | "ruff"
  | "tractor"
  | "throw"
  | "failed"
  | "pair"
  | "last"
  | "bonus"
  | "levels";

/** A text into which nothing is put. */
type PlainKey = { [K in Key]: Parameters[K] extends null ? K : never }[Key];

/** What one seat has put on the table; the learner sits in seat 0, counter-clockwise from there. */
export interface LessonPlay {
  readonly seat: number;
  readonly cards: readonly Card[];
}

/**
 * What is said to a wrong answer. It is meant when all of `is`, `any` and `lacks` hold that are
 * given; the first line that is meant is said.
 */
interface Refusal<Answer> {
  /** The answer is one of these. */
  readonly is?: readonly Answer[];
  /** One of these cards is in it. */
  readonly any?: readonly Card[];
  /** One of these cards is not in it. */
  readonly lacks?: readonly Card[];
  /** The text, `intro.<step>_<why>`. */
  readonly why: string;
}

interface TaskOf<Kind extends string, Answer> {
  readonly kind: Kind;
  /** What of the game it is about. */
  readonly about: string;
  readonly accepted: readonly Answer[];
  readonly refused: readonly Refusal<Answer>[];
}

/** Tap a seat. */
export type SeatTask = TaskOf<"seat", number>;

/** Choose cards of the hand: `size` of them, or as many as one likes. */
export interface CardsTask extends TaskOf<"cards", readonly Card[]> {
  readonly about: "points" | "declare" | "trumps" | "bury" | "lead" | "follow";
  readonly size?: number;
}

/** Choose one of the options. */
export interface NumberTask extends TaskOf<"number", string> {
  readonly options: readonly string[];
}

export type Task = SeatTask | CardsTask | NumberTask;

/** A step of the lesson. */
export interface Step {
  readonly id: StepId;
  readonly task: Task;
  readonly trump?: { readonly rank: Rank; readonly suit: Suit | null };
  readonly hand?: readonly Card[];
  /** The cards in the hand that have just come to it. */
  readonly fresh?: readonly Card[];
  /** Cards that illustrate the text. */
  readonly row?: readonly Card[];
  /** What lies on the table before the learner acts, and what comes then. */
  readonly plays?: readonly LessonPlay[];
  readonly then?: readonly LessonPlay[];
  /** Who wins the trick. */
  readonly winner?: number;
  /** Who could beat the learner's throw. */
  readonly challenger?: number;
  /** The Opponents' points when the step is done. */
  readonly opponents?: number;
}

/** The steps in order. */
// JSON has no literal types; the test in Python reads every field.
export const STEPS = data.steps as unknown as readonly Step[];

export type Answer = number | string | readonly Card[];

/** Whether an answer is what the step asks for. */
export function isRight(task: Task, answer: Answer): boolean {
  return task.accepted.some((accepted) => same(accepted, answer));
}

/**
 * What is said to a wrong answer.
 *
 * @param step - the step that it answers.
 * @param answer - anything that is not right.
 */
export function correction(step: Step, answer: Answer): PlainKey {
  const refused: readonly Refusal<Answer>[] = step.task.refused;
  const line = refused.find(({ is, any, lacks }) => {
    if (is && !is.some((one) => same(one, answer))) return false;
    if (!any && !lacks) return true;
    const cards = answer as readonly Card[];
    return (
      (!any || any.some((card) => cards.includes(card))) &&
      (!lacks || lacks.some((card) => !cards.includes(card)))
    );
  });
  if (!line) throw new Error(`the lesson has no words for this answer to ${step.id}`);
  // The test in Python checks that there are such words.
  return `intro.${step.id}_${line.why}` as PlainKey;
}

function same(one: Answer, other: Answer): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return [...one].sort().join() === [...other].sort().join();
}
