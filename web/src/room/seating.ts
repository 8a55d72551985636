/** Seats of a table: free, held by bots, not ready, offered. */
import type { LiveTable } from "../state/table.svelte";
import type { SeatState, TableState } from "../wire";

const numbers = (table: TableState, fits: (seat: SeatState) => boolean): number[] =>
  table.seats.flatMap((seat, number) => (fits(seat) ? [number] : []));

/** Seats without a person or a bot. */
export const freeSeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person === null && seat.bot === null);

/** Seats of a bot alone, which a person may take over. */
export const botSeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person === null && seat.bot !== null);

/** Seats of people who are not ready; the host is always ready. */
export const unreadySeats = (table: TableState): number[] =>
  numbers(table, (seat) => seat.person !== null && seat.person !== table.host && !seat.ready);

/** The seat offered to a newcomer: a free seat, or else a bot's. */
export const offeredSeat = ({ may }: Pick<LiveTable, "may">, table: TableState) =>
  freeSeats(table).find((seat) => may?.sit.includes(seat)) ?? may?.sit[0];
