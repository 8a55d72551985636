/** Dates of moderation, such as the end of a ban, in the language of the site. */
import type { Held } from "../wire";
import { t, language } from "../words/words.svelte";

/** A Unix time in milliseconds, to the minute. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** The end of a mute or ban, as its person reads it. */
export const until = (held: Held): string =>
  held.until === null
    ? t("moderation.for_good")
    : t("moderation.until", { when: moment(held.until) });
