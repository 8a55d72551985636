import type { IconName } from "../ui/icons";
import type { Phrase } from "../wire";

/** The phrases that are drawn rather than written, in the order in which they are offered. */
const DRAWN: Partial<Record<Phrase, IconName>> = {
  "thumbs-up": "thumbs_up",
  laugh: "laugh",
  astonished: "astonished",
  sad: "sad",
  flower: "flower",
};

/** How a phrase is drawn, if it is. */
export const drawingOf = (phrase: Phrase | null): IconName | undefined =>
  phrase === null ? undefined : DRAWN[phrase];

/** The quick phrases, in the order in which they are offered: what is drawn first. */
export const PHRASES: readonly Phrase[] = [
  ...(Object.keys(DRAWN) as Phrase[]),
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
