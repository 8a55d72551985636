/** Seats that are put right by hand. */
import type { HandEntry, NightState, NightTable } from "../wire";

/** Seats of a regular table. */
const SEATS = 4;

/** The seating after a person moves; the seat's former person takes the free seat. */
export const seatedAnew = (
  seats: readonly string[],
  seat: number,
  person: string,
): readonly string[] =>
  seats.map((id, at) => (at === seat ? person : id === person ? (seats[seat] ?? id) : id));

/** An entry with a player replaced by the person who played. */
export function playedBy(entry: HandEntry, before: string, after: string): HandEntry {
  const put = (id: string): string => (id === before ? after : id);
  return {
    ...entry,
    dealer: put(entry.dealer),
    declarers: entry.declarers.map(put),
    red_fives: entry.red_fives.map(put),
    throws: entry.throws.map((one) => ({ ...one, person: put(one.person) })),
    offender: put(entry.offender),
  };
}

/**
 * The number of people here who have no phone, and of seats with real cards; and whether another
 * table with real cards would seat more of them, which needs enough people for it.
 */
export function cardSeats({ people, settings }: NightState): {
  needed: number;
  seats: number;
  short: boolean;
} {
  const here = people.filter((one) => one.here);
  const needed = here.filter(({ phone }) => !phone).length;
  const seats = settings.real_cards === "all" ? Infinity : SEATS * settings.real_cards.length;
  return { needed, seats, short: needed > seats && here.length >= seats + SEATS };
}

/** The tables of the current round without a played hand: their seats can change. */
export const freshTables = ({ round }: NightState): readonly NightTable[] =>
  round === null || round.ended !== null
    ? []
    : round.tables.filter(({ played, ended }) => played === 0 && ended === null);

/** The candidates for a table merged from several: their present people, and people who sit out. */
export function mergeable(now: NightState, tables: readonly NightTable[]): readonly string[] {
  const here = new Set(now.people.filter((one) => one.here).map(({ person }) => person));
  const all = [...tables.flatMap(({ seats }) => seats), ...(now.round?.sits_out ?? [])];
  return [...new Set(all)].filter((id) => here.has(id));
}
