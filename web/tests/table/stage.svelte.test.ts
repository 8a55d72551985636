import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Hand, Match, Play, Trick } from "../../src/state/match";
import type { EventListener, LiveTable } from "../../src/state/table.svelte";
import { Stage } from "../../src/table/stage.svelte";
import type { Event } from "../../src/wire";

const play = (seat: number): Play => ({ seat, cards: ["5H"], units: [] });
const trick = (number: number, seats: number[], winner: number | null = null): Trick => ({
  number,
  leader: seats[0]!,
  plays: seats.map(play),
  failed: null,
  winner,
  points: 0,
});
const DONE = trick(1, [0, 1, 2, 3], 2);

/** The part of a table that a stage looks at. */
class Table {
  hand: Hand | null = $state.raw(null);
  now: { turn: object | null } = $state.raw({ turn: null });
  listen: EventListener = () => {};

  get myTurn(): boolean {
    return this.now.turn !== null;
  }
  onEvent(listener: EventListener): () => void {
    this.listen = listener;
    return () => {};
  }
  /** The tricks that are complete, the one that is not, and the event that has led to them. */
  is(tricks: Trick[], under: Trick | null, event: Event["event"], turn: object | null = null) {
    this.hand = { tricks, trick: under } as unknown as Hand;
    this.now = { turn };
    const match = { hand: this.hand } as unknown as Match;
    this.listen({ event } as unknown as Event, { match, before: null, past: false });
  }
}

let table: Table;
let stage: Stage;
let end: () => void;
const shown = () => stage.trick?.number;

beforeEach(() => {
  vi.useFakeTimers();
  table = new Table();
  stage = new Stage(table as unknown as LiveTable);
  end = stage.follow();
  table.is([DONE], null, "trick_taken");
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

it("leaves a complete trick for a while, also to who leads next", () => {
  table.now = { turn: {} };
  expect([shown(), stage.resting]).toEqual([1, true]);
  vi.advanceTimersByTime(2600);
  expect([shown(), stage.resting]).toEqual([undefined, false]);
});

it("shows the next lead once the last card of the trick could be seen", () => {
  table.is([DONE], trick(2, [2]), "played");
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(650);
  expect(shown()).toBe(2);
});

it("shows the next lead at once to who must follow it", () => {
  table.is([DONE], trick(2, [2]), "played", {});
  expect([shown(), stage.resting]).toEqual([2, false]);
});

it("keeps up with a trick that others play on", () => {
  table.is([DONE], trick(2, [2]), "played");
  table.is([DONE], trick(2, [2, 3]), "played");
  expect([shown(), stage.resting]).toEqual([2, false]);
});
