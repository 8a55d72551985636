import type { Phrase } from "../wire";

/** The quick phrases, in the order in which they are offered. */
export const PHRASES: readonly Phrase[] = [
  "hello",
  "nice",
  "thanks",
  "wow",
  "good-hand",
  "oops",
  "sorry",
  "wait",
  "hurry",
  "bye",
];
