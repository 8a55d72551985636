/** The stakes of a rated table, as soon as they are settled. */
import { tableStakes } from "../requests";
import type { TableStakes } from "../wire";

/** Polling interval in milliseconds, and the maximum number of polls. */
const EVERY = 700;
const TIMES = 60;

/**
 * The stakes after all finished matches are rated, so that old and new ratings do not mix.
 *
 * @param wanted - whether the caller still waits.
 * @returns the last answer, also after the last poll or when the caller no longer waits.
 */
export async function stakesSettled(
  table: string,
  wanted: () => boolean = () => true,
): Promise<TableStakes> {
  let found = await tableStakes(table);
  for (let times = 1; !found.settled && wanted() && times < TIMES; times++) {
    await new Promise((later) => setTimeout(later, EVERY));
    found = await tableStakes(table).catch(() => found); // a connection that fails for a moment
  }
  return found;
}
