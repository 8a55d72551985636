/** What is asked of the server about a night while one is there. */
import { ask } from "../net/api";
import { askNight, nightTableAddress, oneNight } from "../requests";
import type { AskedOfNight, NightAnswers, NightState } from "../wire";

/** How long an answer is waited for that comes only when something has happened, in milliseconds. */
const LONG = 40_000;

/** What tells how a night is known from how it is. */
export type Known = Pick<NightState, "version" | "rated">;

/**
 * A night as one may see it.
 *
 * @param known - how it is known: the answer waits until something has changed.
 * @returns nothing where that did not happen for a while.
 */
export function look(night: string, known: Known | null): Promise<NightState | null> {
  if (known === null) return oneNight(night);
  const { version, rated } = known;
  const asked = `since=${version}&rated=${rated}`;
  return ask("GET", `/api/nights/${encodeURIComponent(night)}?${asked}`, undefined, LONG);
}

/** Have something done in a night; each command once, however often it is sent. */
export const tell = (night: string, commands: readonly AskedOfNight[]): Promise<NightAnswers> =>
  askNight(night, { commands });

/** Where all that is known of a night is kept as a file. */
export const resultsAddress = (night: string, form: "json" | "csv"): string =>
  nightTableAddress(night).replace(/csv$/, form);
