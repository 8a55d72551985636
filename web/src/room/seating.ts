/** What the seats of a table come to. */
import { isRated } from "../rated";
import type { LiveTable } from "../state/table.svelte";
import type { SeatState, TableState } from "../wire";
import { isFixed } from "./permissions";

const numbers = (table: TableState, fits: (seat: SeatState) => boolean): number[] =>
  table.seats.flatMap((seat, number) => (fits(seat) ? [number] : []));

/** Seats that nobody holds, not even a bot. */
export const freeSeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person === null && seat.bot === null);

/** Seats that a bot holds for nobody, which a person may take over. */
export const botSeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person === null && seat.bot !== null);

/** Seats of people whom the start waits for; the host need not say more than start. */
export const unreadySeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person !== null && seat.person !== table.host && !seat.ready);

/** Whether seats can be drawn for: the host may, where several people have one. */
export const mayDrawSeats = ({ hosting }: Pick<LiveTable, "hosting">, table: TableState): boolean =>
  hosting && !table.playing && numbers(table, (seat) => seat.person !== null).length > 1;

/**
 * The seats that one may take now by oneself, free ones first.
 *
 * @param guest - whether one has no account.
 */
export function seatsFor(
  { you, hosting, joining }: Pick<LiveTable, "you" | "hosting" | "joining">,
  table: TableState,
  guest: boolean,
): number[] {
  if (joining) return [];
  const open = [...freeSeats(table), ...botSeats(table)];
  if (isFixed(table)) return open.filter((seat) => table.owners[seat] === you);
  if (table.settings.rated && guest) return [];
  if (!table.playing || hosting || table.admitted.includes(you)) return open;
  return table.settings.take_over && !table.removed.includes(you) ? open : [];
}

/** Why there is no seat that one may take, for who has none. */
export function whyNoSeat(table: TableState) {
  if (freeSeats(table).length + botSeats(table).length === 0) return "room.full_people";
  if (table.night !== null) return "room.seats_of_night";
  if (isRated(table)) return "room.seats_in_rated";
  return table.settings.rated ? "room.seats_for_accounts" : "room.host_seats";
}
