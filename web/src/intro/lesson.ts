/**
 * The introduction and the lessons as data: steps with the accepted answers and the corrections of
 * typical wrong answers. The introduction is one short hand; a lesson is three positions.
 *
 * The rules of the game are not here. tests/web/test_lesson.py checks every answer against the
 * rules.
 */
import type { Card, Rank, Suit } from "../wire";
import type { Key, PlainKey } from "../words/words.svelte";
import data from "./lesson.json";
import lessons from "./lessons.json";

type Answered<K> = K extends `intro.${infer Id}_right` ? Id : never;

/** A step; `intro.<id>_title` and others are its texts. */
export type StepId = Answered<Key>;

/** The lessons after the introduction, in order. */
export const LESSON_IDS = ["declaring", "leading", "partners", "counting"] as const;
export type LessonId = (typeof LESSON_IDS)[number];

/** The cards that a seat has played; the learner sits in seat 0, then counter-clockwise. */
export interface LessonPlay {
  readonly seat: number;
  readonly cards: readonly Card[];
}

/**
 * Correction of a wrong answer. It applies when all given conditions of `is`, `any` and `lacks`
 * hold; the first correction that applies is shown.
 */
interface Refusal<Answer> {
  /** The answer is in this list. */
  readonly is?: readonly Answer[];
  /** At least one of these cards is in the answer. */
  readonly any?: readonly Card[];
  /** At least one of these cards is missing in the answer. */
  readonly lacks?: readonly Card[];
  /** The text, `intro.<step>_<why>`. */
  readonly why: string;
}

interface TaskOf<Kind extends string, Answer> {
  readonly kind: Kind;
  /** The topic of the step in the game. */
  readonly about: string;
  readonly accepted: readonly Answer[];
  readonly refused: readonly Refusal<Answer>[];
}

/** Tap a seat. */
export type SeatTask = TaskOf<"seat", number>;

/** Choose `size` cards of the hand, or any number. */
export interface CardsTask extends TaskOf<"cards", readonly Card[]> {
  readonly about: "points" | "declare" | "trumps" | "bury" | "lead" | "follow";
  readonly size?: number;
}

/** Choose an option. */
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
  /** Cards that illustrate the text, and the words for them; by default the kitty. */
  readonly row?: readonly Card[];
  readonly words?: "high" | "kitty" | "seen";
  /** The plays before the learner's turn, and the plays after it. */
  readonly plays?: readonly LessonPlay[];
  readonly then?: readonly LessonPlay[];
  /** The winner of the trick. */
  readonly winner?: number;
  /** The player who could beat the learner's throw. */
  readonly challenger?: number;
  /** The Opponents' points when the step is done. */
  readonly opponents?: number;
}

/** The steps in order. */
// JSON has no literal types; the test in Python reads every field.
export const STEPS = data.steps as unknown as readonly Step[];

/** The steps of a lesson. */
export function stepsOf(lesson: LessonId): readonly Step[] {
  return lessons.lessons.find(({ id }) => id === lesson)!.steps as unknown as readonly Step[];
}

export type Answer = number | string | readonly Card[];

/** Whether an answer is what the step asks for. */
export function isRight(task: Task, answer: Answer): boolean {
  return task.accepted.some((accepted) => same(accepted, answer));
}

/**
 * The correction of a wrong answer.
 *
 * @param step - the step that it answers.
 * @param answer - any wrong answer.
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
