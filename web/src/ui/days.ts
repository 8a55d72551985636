/** Days, in the language of the site. */
import { tongue } from "../words/words.svelte";

/** A moment, in milliseconds since 1970, to the day. */
export const day = (when: number): string =>
  new Date(when).toLocaleDateString(tongue(), { dateStyle: "medium" });
