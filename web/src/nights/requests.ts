/** What is asked of the server about a night while one is there. */
import { ask } from "../net/api";
import { askNight, nightTableAddress, oneNight, previewHand } from "../requests";
import type { AskedOfNight, HandPreview, NightAnswers, NightState, PreviewHand } from "../wire";

/** How long an answer is waited for that comes only when something has happened, in milliseconds. */
export const LONG = 40_000;

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

/** What a hand counts once a command about it is carried out; nothing is changed by asking. */
export const preview = (night: string, command: PreviewHand["command"]): Promise<HandPreview> =>
  previewHand(night, { command });

/** Where all that is known of a night is kept as a file. */
export const resultsAddress = (night: string, form: "json" | "csv"): string =>
  nightTableAddress(night).replace(/csv$/, form);
