/** The drills of a visit: how many were right, and those that were missed, which come again. */

/** The data from which a drill is built again. */
export interface Known<K extends string = string> {
  readonly kind: K;
  readonly seed: number;
}

/** A missed drill comes again after so many others. */
export const LATER = 3;

/** The progress of the drills, and the questions to repeat; immutable. */
export interface Course<K extends string = string> {
  readonly asked: number;
  readonly right: number;
  /** Number of correct answers in a row up to now. */
  readonly row: number;
  readonly missed: readonly (Known<K> & { readonly after: number })[];
}

export const START: Course<never> = { asked: 0, right: 0, row: 0, missed: [] };

/** The course after an answer; what was asked again and is right now waits no more. */
export function answered<K extends string>(
  course: Course<K>,
  { kind, seed }: Known<K>,
  right: boolean,
): Course<K> {
  const asked = course.asked + 1;
  const others = course.missed.filter((one) => one.kind !== kind || one.seed !== seed);
  return {
    asked,
    right: course.right + (right ? 1 : 0),
    row: right ? course.row + 1 : 0,
    missed: right ? others : [...others, { kind, seed, after: asked + LATER }],
  };
}

/**
 * The question to repeat now; null: a new one.
 *
 * @param kinds - the allowed kinds; empty: all.
 */
export function again<K extends string>(
  { asked, missed }: Course<K>,
  kinds: readonly K[],
): Known<K> | null {
  const able = missed.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return able.find(({ after }) => after <= asked) ?? null;
}
