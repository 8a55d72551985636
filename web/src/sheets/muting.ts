/** Whose words are not shown in this browser. */
import { isBlocked } from "../state/blocked.svelte";
import { preferences } from "../state/preferences.svelte";
import type { Phrase, Spoken } from "../wire";
import { t } from "../words/words.svelte";

/** Whether a person is muted in this browser. */
export const muted = (person: string): boolean => preferences.muted.includes(person);

/** Whether a person's words are hidden: of who is muted here, and of who is blocked. */
export const hidden = (person: string): boolean => muted(person) || isBlocked(person);

/** Hide a person's words, or show them again. */
export function mute(person: string, hide: boolean): void {
  const others = preferences.muted.filter((other) => other !== person);
  preferences.muted = hide ? [...others, person] : others;
}

/** Whether something that is said now is to be neither seen at a seat nor heard. */
export const silent = ({ person }: Pick<Spoken, "person">): boolean =>
  !preferences.speech || hidden(person);

type Key<P extends string> = P extends `${infer One}-${infer Other}` ? `${One}_${Other}` : P;

/** What was said, in the language of the site where it is a phrase. */
export function wordsOf({ phrase, text, seat }: Pick<Spoken, "phrase" | "text" | "seat">): string {
  if (seat !== null) return t("sheets.nudges_seat", { number: seat + 1 });
  return phrase === null ? text : t(`sheets.phrase_${phrase.replace("-", "_") as Key<Phrase>}`);
}
