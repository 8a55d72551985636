import type { IconName } from "../ui/icons";
import type { Phrase } from "../wire";

/** The phrases with a picture, in the order of the menu. */
const DRAWN: Partial<Record<Phrase, IconName>> = {
  "thumbs-up": "thumbs_up",
  laugh: "laugh",
  astonished: "astonished",
  sad: "sad",
  flower: "flower",
};

/** The picture of a phrase, if any. */
export const drawingOf = (phrase: Phrase | null): IconName | undefined =>
  phrase === null ? undefined : DRAWN[phrase];

/** The quick phrases in the order of the menu: those with a picture first. */
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
