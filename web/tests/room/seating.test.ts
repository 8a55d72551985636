import { expect, it } from "vitest";

import { botSeats, freeSeats, unreadySeats } from "../../src/room/seating";
import type { SeatState, TableState } from "../../src/wire";

const seat = (given: Partial<SeatState>): SeatState => ({
  account: false,
  person: null,
  name: "",
  bot: null,
  present: false,
  ready: false,
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
