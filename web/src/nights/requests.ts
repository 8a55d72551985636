/** What is asked of the server about nights. */
import { ask } from "../net/api";
import type {
  AskedOfNight,
  ClaimCodes,
  NewNight,
  NightAnswers,
  NightClaim,
  NightId,
  NightLines,
  NightRound,
  NightState,
  SeriesTable,
} from "../wire";

/** How long an answer is waited for that comes only when something has happened, in milliseconds. */
const LONG = 40_000;

const at = (night: string): string => `/api/nights/${encodeURIComponent(night)}`;

/**
 * Nights, the latest first.
 *
 * @param before - the `next` of the page before.
 * @param series - only those of this series.
 */
export function nights(before: number | null, series?: string): Promise<NightLines> {
  const wanted = new URLSearchParams({
    ...(before !== null && { before: String(before) }),
    ...(series !== undefined && { series }),
  });
  return ask("GET", `/api/nights?${wanted}`);
}

/** Make a night; whoever does runs it. */
export const makeNight = (night: NewNight): Promise<NightId> => ask("POST", "/api/nights", night);

/** What tells how a night is known from how it is. */
export type Known = Pick<NightState, "version" | "rated">;

/**
 * A night as one may see it.
 *
 * @param known - how it is known: the answer waits until something has changed.
 * @returns nothing where that did not happen for a while.
 */
export function look(night: string, known: Known | null): Promise<NightState | null> {
  if (known === null) return ask("GET", at(night));
  const { version, rated } = known;
  return ask("GET", `${at(night)}?since=${version}&rated=${rated}`, undefined, LONG);
}

/** Have something done in a night; each command once, however often it is sent. */
export const tell = (night: string, commands: readonly AskedOfNight[]): Promise<NightAnswers> =>
  ask("POST", at(night), { commands });

/** A round with all its hands. */
export const round = (night: string, number: number): Promise<NightRound> =>
  ask("GET", `${at(night)}/rounds/${number}`);

/** What a guest has played, by the code that they were given; `confirm` claims it. */
export const claim = (night: string, code: string, confirm: boolean): Promise<NightClaim> =>
  ask("POST", `${at(night)}/claim`, { code, confirm });

/** The codes of those in a night who have no account. */
export const claimCodes = (night: string): Promise<ClaimCodes> => ask("GET", `${at(night)}/claims`);

/**
 * A page of the leaderboard of a series of nights.
 *
 * @param from - the `next` of the page before.
 */
export const series = (name: string, from = 0): Promise<SeriesTable> =>
  ask("GET", `/api/series/${encodeURIComponent(name)}?from=${from}`);

/** Where all that is known of a night is kept as a file. */
export const resultsAddress = (night: string, form: "json" | "csv"): string =>
  `${at(night)}/results.${form}`;
