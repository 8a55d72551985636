/** Days, in the language of the site. */
import { tongue } from "../words/words.svelte";

/** A moment, in milliseconds since 1970, to the day. */
export const day = (when: number): string =>
  new Date(when).toLocaleDateString(tongue(), { dateStyle: "medium" });

/** A moment of today, to the minute. */
export const hour = (when: number): string =>
  new Date(when).toLocaleTimeString(tongue(), { timeStyle: "short" });
