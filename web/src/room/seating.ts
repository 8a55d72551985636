/** What the seats of a table come to. */
import type { LiveTable } from "../state/table.svelte";
import type { SeatState, TableState } from "../wire";

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

/** The seat that a newcomer is offered: a free one before one that a bot holds. */
export const offeredSeat = ({ may }: Pick<LiveTable, "may">, table: TableState) =>
  freeSeats(table).find((seat) => may?.sit.includes(seat)) ?? may?.sit[0];
