/** What is asked of the server about rated play. */
import { ask } from "../net/api";
import type {
  AskPairing,
  Leaderboard,
  PairingState,
  PersonRatings,
  Pool,
  RatedHouse,
  TableStakes,
} from "../wire";

/** How rated play goes here. */
export const ratedHouse = (): Promise<RatedHouse> => ask("GET", "/api/rated");

/** What is at stake at a rated table. */
export const stakesAt = (table: string): Promise<TableStakes> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}/stakes`);

/** How often it is asked whether a match is rated, in milliseconds, and how many times. */
const EVERY = 700;
const TIMES = 60;

/**
 * What is at stake as soon as all that is over is rated: no older ratings are told beside new ones.
 *
 * @param wanted - whether somebody still waits for it.
 * @returns the last answer, where that takes too long or nobody waits any more.
 */
export async function stakesSettled(
  table: string,
  wanted: () => boolean = () => true,
): Promise<TableStakes> {
  let found = await stakesAt(table);
  for (let times = 1; !found.settled && wanted() && times < TIMES; times++) {
    await new Promise((later) => setTimeout(later, EVERY));
    found = await stakesAt(table).catch(() => found); // a line that fails for a moment
  }
  return found;
}

/** What is wanted of the leaderboard; no season: the last one. */
export interface WantedBoard {
  readonly pool: Pool;
  readonly season: string | null;
  readonly provisional: boolean;
}

/**
 * Some of those who are rated best.
 *
 * @param after - after how many of them it begins.
 */
export function leaderboard(wanted: WantedBoard, after: number): Promise<Leaderboard> {
  const given = new URLSearchParams({
    pool: wanted.pool,
    provisional: String(wanted.provisional),
    after: String(after),
  });
  if (wanted.season !== null) given.set("season", wanted.season);
  return ask("GET", `/api/leaderboard?${given}`);
}

/** The ratings of somebody, with what they were in a season: the last one, where none is given. */
export function ratingsOf(person: string, season: string | null): Promise<PersonRatings> {
  const query = season === null ? "" : `?season=${encodeURIComponent(season)}`;
  return ask("GET", `/api/people/${encodeURIComponent(person)}/ratings${query}`);
}

/** Wait for a rated match. */
export const askPairing = (wish: AskPairing): Promise<PairingState> =>
  ask("POST", "/api/pairing", wish);

/** How the wait stands. */
export const pairing = (): Promise<PairingState> => ask("GET", "/api/pairing");

/** Wait no more. */
export const endPairing = (): Promise<PairingState> => ask("DELETE", "/api/pairing");
