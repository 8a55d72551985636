/** Names of sides and seats, from the player's own view. */
import type { LiveTable } from "../state/table.svelte";
import { nameOf } from "../table/people";
import type { Standing } from "../wire";
import { t } from "../words/words.svelte";

/** A level, with its lap after the first. */
export const standing = ({ level, lap }: Pick<Standing, "level" | "lap">): string =>
  lap > 0 ? `${level} · ${t("sheets.lap", { number: lap + 1 })}` : level;

/** The names of some seats as a list. */
export function namesOf(live: LiveTable, seats: readonly number[]): string {
  return seats.map((seat) => nameOf(live, seat)).join(t("table.and"));
}

/**
 * The name of a group of seats: we and they at a table with teams, otherwise the players' names.
 */
export function groupName(live: LiveTable, seats: readonly number[]): string {
  const [first] = seats;
  if (first === undefined || seats.length === 1 || live.seat === null) return namesOf(live, seats);
  return seats.includes(live.seat) ? t("sheets.us") : t("sheets.them");
}
