/** Seats that are put right by hand. */
import type { HandEntry, NightPerson, NightState, NightTable } from "../wire";

/** The seats of a table that is no larger one. */
const SEATS = 4;

/** The people by seat after one of them sits elsewhere; who sat there takes the seat left free. */
export const seatedAnew = (
  seats: readonly string[],
  seat: number,
  person: string,
): readonly string[] =>
  seats.map((id, at) => (at === seat ? person : id === person ? (seats[seat] ?? id) : id));

/** A hand as it was written, with another person in the place of one who had not played it. */
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

/** Those at a table who cannot play there, since it is played on phones. */
export const phoneless = (
  people: readonly NightPerson[],
  { cards }: Pick<NightTable, "cards">,
  seats: readonly string[],
): readonly string[] =>
  cards === "real"
    ? []
    : seats.filter((id) => people.find(({ person }) => person === id)?.phone === false);

/** The number of people here who cannot play by phone, and of seats with real cards. */
export function cardSeats({ people, settings }: NightState): { needed: number; seats: number } {
  const needed = people.filter(({ here, phone }) => here && !phone).length;
  const seats = settings.real_cards === "all" ? Infinity : SEATS * settings.real_cards.length;
  return { needed, seats };
}

/** The tables of the round under way at which no hand has been played: their seats can change. */
export const freshTables = ({ round }: NightState): readonly NightTable[] =>
  round === null || round.ended !== null
    ? []
    : round.tables.filter(({ played, ended }) => played === 0 && ended === null);

/** Who may sit at one table that is made of several: who is here of them, and who sits out. */
export function mergeable(now: NightState, tables: readonly NightTable[]): readonly string[] {
  const here = new Set(now.people.filter((one) => one.here).map(({ person }) => person));
  const all = [...tables.flatMap(({ seats }) => seats), ...(now.round?.sits_out ?? [])];
  return [...new Set(all)].filter((id) => here.has(id));
}
