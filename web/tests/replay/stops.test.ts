import { describe, expect, it } from "vitest";

import { stopsOf, tricksOf } from "../../src/replay/stops";
import type { Event } from "../../src/wire";
import stories from "../fixtures/matches.json";

const { events, players, kitty_size } = stories.find(({ name }) => name === "throws")!;
const sizes = { players, kitty_size };
const told = { levels: ["2", "2", "2", "2"], events: events as unknown as Event[] } as const;

describe("the steps of a hand", () => {
  const stops = stopsOf(told, sizes);
  const plays = told.events.filter(({ event }) => event === "played").length;

  it("are before the first lead, after each play, and at the end", () => {
    expect(stops).toHaveLength(plays + 2);
    const [first] = stops;
    expect(first!.match.hand!.sizes).toEqual([25, 25, 25, 25]);
    expect(first!.match.hand!.trick).toBeNull();
    expect(stops[1]!.match.hand!.trick!.plays).toHaveLength(1);
    expect(stops.at(-1)!.match.hand!.ended).not.toBeNull();
    expect(stops.at(-1)!.match.hand!.sizes).toEqual([0, 0, 0, 0]);
  });

  it("leave a complete trick to be seen with who took it", () => {
    const fourth = stops[players]!.match.hand!;
    expect(fourth.trick).toBeNull();
    expect(fourth.tricks).toHaveLength(1);
    expect(fourth.tricks[0]!.winner).not.toBeNull();
  });

  it("come by tricks too", () => {
    const tricks = told.events.filter(({ event }) => event === "trick_taken").length;
    const found = tricksOf(stops);
    expect(found.slice(0, 2)).toEqual([0, players]);
    expect(found).toHaveLength(tricks + 2);
    expect(found.at(-1)).toBe(stops.length - 1);
  });
});
