/** When a mute or ban ends, and moments of all kinds, in the language of the site. */
import type { Held } from "../wire";
import { t, language } from "../words/words.svelte";

/** A moment, in milliseconds since 1970, to the minute. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** Until when a mute or ban holds, as its person is told. */
export const until = (held: Held): string =>
  held.until === null
    ? t("moderation.for_good")
    : t("moderation.until", { when: moment(held.until) });
