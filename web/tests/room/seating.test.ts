import { describe, expect, it } from "vitest";

import { mayChangeRules, maySeatBots, mayStand } from "../../src/room/permissions";
import {
  botSeats,
  freeSeats,
  mayDrawSeats,
  seatsFor,
  unreadySeats,
  whyNoSeat,
} from "../../src/room/seating";
import type { SeatState, TableState } from "../../src/wire";

const seat = (given: Partial<SeatState>): SeatState => ({
  account: false,
  person: null,
  name: "",
  bot: null,
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

it("lets the host draw for the seats of several people, before a match", () => {
  const people = [seat({ person: "host" }), seat({ person: "guest" }), seat({})];
  const table = (given: object) =>
    ({ playing: false, seats: people, ...given }) as unknown as TableState;
  expect(mayDrawSeats({ hosting: true }, table({}))).toBe(true);
  expect(mayDrawSeats({ hosting: false }, table({}))).toBe(false);
  expect(mayDrawSeats({ hosting: true }, table({ playing: true }))).toBe(false);
  const alone = [seat({ person: "host" }), seat({ bot: "basic" })];
  expect(mayDrawSeats({ hosting: true }, table({ seats: alone }))).toBe(false);
});

describe("the seats that one may take", () => {
  const me = { you: "me", hosting: false, joining: false };
  const table = (given: object, settings: object = {}): TableState =>
    ({
      host: "host",
      playing: true,
      stakes: [],
      owners: [],
      admitted: [],
      removed: [],
      night: null,
      settings: { rated: false, take_over: true, ...settings },
      seats: [
        seat({ person: "host" }),
        seat({ bot: "basic" }),
        seat({ bot: "basic" }),
        seat({ person: "cai" }),
      ],
      ...given,
    }) as unknown as TableState;
  const full = { seats: [seat({ person: "host" }), seat({ person: "cai" })] };
  const before = { playing: false, seats: [seat({ bot: "basic" }), seat({})] };

  it.each([
    ["a bot's, where whoever comes may", table({}), [1, 2]],
    ["none where the host says who", table({}, { take_over: false }), "room.host_seats"],
    ["one that the host lets them", table({ admitted: ["me"] }, { take_over: false }), [1, 2]],
    ["none after being taken out", table({ removed: ["me"] }), "room.host_seats"],
    ["none where all are people's", table(full), "room.full_people"],
    ["a free one first", table(before), [1, 0]],
    ["an account's at a rated table", table(before, { rated: true }), [1, 0]],
    ["the own one of a rated match", rated(["host", "di", "me", "cai"]), [2]],
    ["none of others in a rated match", rated(["host", "di", "ed", "cai"]), "room.seats_in_rated"],
    ["none of a night", table({ night: "n", ...before }), "room.seats_of_night"],
    ["the own one of a night", table({ night: "n", owners: ["host", "me", null, "cai"] }), [1]],
  ])("are %s", (_, at, found) => {
    const seats = seatsFor(me, at, false);
    expect(seats.length > 0 ? seats : whyNoSeat(at)).toEqual(found);
  });

  it("are none of a rated table for a guest, nor others' in a rated match for the host", () => {
    const at = table(before, { rated: true });
    expect(seatsFor(me, at, true)).toEqual([]);
    expect(whyNoSeat(at)).toBe("room.seats_for_accounts");
    const match = rated(["cai", "di", "ed", "cai"]);
    expect(seatsFor({ ...me, hosting: true }, match, false)).toEqual([]);
  });

  it("are none for who has one already, from the next hand on", () => {
    expect(seatsFor({ ...me, joining: true }, table({}), false)).toEqual([]);
  });

  function rated(owners: string[]): TableState {
    return table({ stakes: [{}], owners }, { rated: true, take_over: false });
  }
});

describe("what the host is offered", () => {
  const host = { hosting: true };
  const table = (settings: object, given: object = {}): TableState =>
    ({ playing: false, stakes: [], night: null, match: 0, settings, ...given }) as never;
  const bots = [{ bot: "basic", seconds: 0 }];

  it("leaves out what a rated table refuses", () => {
    expect(mayChangeRules(host, table({ rated: false }))).toBe(true);
    expect(mayChangeRules({ hosting: false }, table({ rated: false }))).toBe(false);
    expect(mayChangeRules(host, table({ rated: true }))).toBe(false);
    expect(maySeatBots(host, table({ rated: true }), [])).toBe(false);
    expect(maySeatBots(host, table({ rated: true }), bots)).toBe(true);
    expect(maySeatBots(host, table({ rated: false }), [])).toBe(true);
    expect(maySeatBots({ hosting: false }, table({ rated: false }), bots)).toBe(false);
  });

  it("leaves out what a night refuses", () => {
    expect(mayChangeRules(host, table({ rated: false }, { night: "n" }))).toBe(false);
    expect(mayStand(table({ rated: false }))).toBe(true);
    expect(mayStand(table({ rated: false }, { night: "n" }))).toBe(false);
    expect(mayStand(table({ rated: false }, { night: "n", match: 1 }))).toBe(true);
  });
});
