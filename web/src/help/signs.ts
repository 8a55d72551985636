/** What is explained unasked. */
import type { HelpKey } from "./keys";

/** The signs that are explained where they first appear, in the order of their importance. */
export const SIGNS: readonly HelpKey[] = [
  "side",
  "dealer",
  "bot",
  "points",
  "winning",
  "friend",
  "forced",
];
