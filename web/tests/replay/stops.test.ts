import { describe, expect, it } from "vitest";

import { stopAt, stopsOf, tricksOf } from "../../src/replay/stops";
import { ReplayCursor } from "../../src/replay/cursor.svelte";
import type { Event, HandReplay, ReplayMoment } from "../../src/wire";
import stories from "../fixtures/matches.json";

const story = stories.find(({ name }) => name === "throws")!;
const { players, kitty_size } = story;
const sizes = { players, kitty_size, teams: "fixed" } as const;
const over = story.events.findIndex(({ event }) => event === "hand_ended") + 1;
const events = story.events.slice(0, over) as unknown as Event[];

/** Before the first lead, after each play with the trick that it completes, and at the end. */
function momentsOf(): ReplayMoment[] {
  const found: ReplayMoment[] = [];
  const stop = (at: number, trick: number, plays: number): void =>
    void found.push({ at, trick, plays, points: 0, ahead: null, asked: null });
  let [trick, plays] = [0, 0];
  events.forEach(({ event }, at) => {
    if (event === "hand_started") stop(at + 1, 0, 0);
    if ((event === "played" || event === "throw_failed") && trick === 0) stop(at, 0, 0);
    if (event === "played") {
      if (plays === 0) trick++;
      plays++;
      const taken = events[at + 1]?.event === "trick_taken";
      stop(at + 1 + Number(taken), trick, plays);
      if (taken) plays = 0;
    }
    if (event === "hand_ended") stop(at + 1, trick, players);
  });
  return found.filter((one, at) => at === 0 || one.at !== found[at - 1]!.at);
}

const told = {
  levels: ["2", "2", "2", "2"],
  layout: [],
  events,
  header: "{}",
  moments: momentsOf(),
  reviewed: null,
  thoughts: [],
} as const satisfies HandReplay;

describe("the steps of a hand", () => {
  const stops = stopsOf(told, sizes);
  const tricks = events.filter(({ event }) => event === "trick_taken").length;

  it("are its moments, with what lies where", () => {
    expect(stops).toHaveLength(told.moments.length);
    const lead = stops[1]!;
    expect(lead.hand.sizes).toEqual([25, 25, 25, 25]);
    expect(lead.trick).toBeNull();
    expect(stops[2]!.trick!.plays).toHaveLength(1);
    expect(stops.at(-1)!.hand.ended).not.toBeNull();
    expect(stops.at(-1)!.hand.sizes).toEqual([0, 0, 0, 0]);
  });

  it("tell what has happened since the one before", () => {
    expect(stops.flatMap((stop) => stop.told.map(({ event }) => event))).toEqual(events);
  });

  it("leave a complete trick to be seen with who took it", () => {
    const fourth = stops[1 + players]!;
    expect(fourth.hand.trick).toBeNull();
    expect(fourth.trick!.plays).toHaveLength(players);
    expect(fourth.trick!.winner).not.toBeNull();
  });

  it("come by tricks too", () => {
    const found = tricksOf(stops);
    expect(found.slice(0, 3)).toEqual([0, 1, 1 + players]);
    expect(found).toHaveLength(2 + tricks + 1);
    expect(found.at(-1)).toBe(stops.length - 1);
  });

  it("are found by how many events have happened", () => {
    const third = stops[3]!.moment.at;
    expect(stopAt(stops, third)).toBe(3);
    expect(stopAt(stops, third + 0.5)).toBe(3);
    expect(stopAt(stops, 0)).toBe(0);
    expect(stopAt(stops, 9999)).toBe(stops.length - 1);
  });
});

describe("going through a hand", () => {
  it("begins before the first lead, and knows its ends", () => {
    const walk = new ReplayCursor(told, sizes);
    expect(walk.position).toBe(1);
    walk.step(-5);
    expect(walk.position).toBe(0);
    walk.to(9999);
    expect(walk.stop.hand.ended).not.toBeNull();
    walk.toggle();
    expect([walk.playing, walk.position]).toEqual([true, 1]);
  });

  it("goes by tricks, and to a trick by its number", () => {
    const walk = new ReplayCursor(told, sizes);
    walk.trick(1);
    expect(walk.stop.moment).toMatchObject({ trick: 1, plays: players });
    walk.trick(-1);
    expect(walk.position).toBe(1);
    walk.jump(3);
    expect(walk.stop.moment).toMatchObject({ trick: 3, plays: 1 });
    walk.jump(99);
    expect(walk.stop.moment.trick).toBe(3);
  });

  it("shows the cards that its eyes see, and all at the end", () => {
    const walk = new ReplayCursor(told, sizes);
    expect([0, 1].map((seat) => walk.sees(seat))).toEqual([true, true]);
    walk.eyes = 1;
    expect([0, 1].map((seat) => walk.sees(seat))).toEqual([false, true]);
    walk.to(walk.last);
    expect(walk.sees(0)).toBe(true);
  });
});
