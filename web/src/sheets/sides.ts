/** Sides and seats in words, as one's own seat sees them. */
import type { LiveTable } from "../state/table.svelte";
import { nameOf } from "../table/people";
import { t } from "../words/words.svelte";

/** The names of some seats as a list. */
export function namesOf(live: LiveTable, seats: readonly number[]): string {
  return seats.map((seat) => nameOf(live, seat)).join(t("table.and"));
}

/** What a group of seats is called: we and they at a table of teams, else by name. */
export function groupName(live: LiveTable, seats: readonly number[]): string {
  const [first] = seats;
  if (first === undefined || seats.length === 1 || live.seat === null) return namesOf(live, seats);
  return seats.includes(live.seat) ? t("sheets.us") : t("sheets.them");
}
