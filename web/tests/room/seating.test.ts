import { expect, it } from "vitest";

import { botSeats, freeSeats, offeredSeat, unreadySeats } from "../../src/room/seating";
import type { May, SeatState, TableState } from "../../src/wire";

const seat = (given: Partial<SeatState>): SeatState => ({
  account: false,
  person: null,
  name: "",
  bot: null,
  bot_name: null,
  present: false,
  ready: false,
  joins: false,
  again: null,
  ...given,
});

it("tells who holds the seats, and for whom the start waits", () => {
  const table = {
    host: "host",
    seats: [
      seat({ person: "host" }),
      seat({}),
      seat({ bot: "basic" }),
      seat({ person: "guest" }),
      seat({ person: "friend", ready: true }),
      seat({ person: "absent", bot: "basic" }),
    ],
  } as unknown as TableState;
  expect(freeSeats(table)).toEqual([1]);
  expect(botSeats(table)).toEqual([2]);
  expect(unreadySeats(table)).toEqual([3, 5]);
});

it("offers newcomers a free seat before one that a bot holds", () => {
  const table = {
    seats: [seat({ bot: "basic" }), seat({ person: "host" }), seat({}), seat({})],
  } as unknown as TableState;
  const offered = (sit: readonly number[]) => offeredSeat({ may: { sit } as May }, table);
  expect([offered([0, 2, 3]), offered([0, 3]), offered([0]), offered([])]).toEqual([
    2,
    3,
    0,
    undefined,
  ]);
});
