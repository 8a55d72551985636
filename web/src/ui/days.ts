/** Days, in the language of the site. */
import { language } from "../words/words.svelte";

/** A Unix time in milliseconds, to the day. */
export const day = (when: number): string =>
  new Date(when).toLocaleDateString(language(), { dateStyle: "medium" });

/** A moment of today, to the minute. */
export const hour = (when: number): string =>
  new Date(when).toLocaleTimeString(language(), { timeStyle: "short" });

/** A day as the server writes it, `2026-11-26`. */
export const dayOf = (written: string): string => day(new Date(`${written}T12:00`).getTime());
