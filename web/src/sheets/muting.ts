/** People whose messages are not shown in this browser. */
import { isBlocked } from "../state/blocked.svelte";
import { preferences } from "../state/preferences.svelte";
import type { Phrase, Spoken } from "../wire";
import { t } from "../words/words.svelte";

/** Whether a person is muted in this browser. */
export const isMuted = (person: string): boolean => preferences.muted.includes(person);

/** Whether a person's messages are hidden: the person is muted here, or blocked. */
export const areWordsHidden = (person: string): boolean => isMuted(person) || isBlocked(person);

/** Hide a person's words, or show them again. */
export function mute(person: string, hide: boolean): void {
  const others = preferences.muted.filter((other) => other !== person);
  preferences.muted = hide ? [...others, person] : others;
}

/** Whether a new message is neither shown at its seat nor announced. */
export const isSilenced = ({ person }: Pick<Spoken, "person">): boolean =>
  !preferences.speech || areWordsHidden(person);

type Key<P extends string> = P extends `${infer One}-${infer Other}` ? `${One}_${Other}` : P;

/** The text of a message; a phrase is in the site's language. */
export function wordsOf({ phrase, text, seat }: Pick<Spoken, "phrase" | "text" | "seat">): string {
  if (seat !== null) return t("sheets.nudges_seat", { number: seat + 1 });
  return phrase === null ? text : t(`sheets.phrase_${phrase.replace("-", "_") as Key<Phrase>}`);
}
