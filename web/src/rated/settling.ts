/** What is at stake at a rated table, as soon as it is known. */
import { tableStakes } from "../requests";
import type { TableStakes } from "../wire";

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
  let found = await tableStakes(table);
  for (let times = 1; !found.settled && wanted() && times < TIMES; times++) {
    await new Promise((later) => setTimeout(later, EVERY));
    found = await tableStakes(table).catch(() => found); // a line that fails for a moment
  }
  return found;
}
