import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Connection } from "../../src/net/connection";
import type { Ends } from "../../src/net/socket";
import { LiveTable } from "../../src/state/table.svelte";
import Felt from "../../src/table/Felt.svelte";
import { Stage } from "../../src/table/stage.svelte";
import type { Event, Now, TableState, ToBrowser } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";
import stories from "../fixtures/matches.json";

const story = stories[0]!;
const events = (story.events as Event[]).map((event, at) => ({ version: at + 1, event }));
const rules = { players: 4, kitty_size: 8, teams: "fixed", scale: [], decks: 2, hand_size: 25 };
const seat = { person: null, bot: "basic", name: "", account: false, present: true };
const table = { id: "t", rules, seats: Array(4).fill(seat), settings: {}, stakes: [] };
const START = { levels: Array(4).fill("2"), laps: [], hands: 0, deals: 0, results: [] };
const NOW = { wait: "follow", seats: [], declarers: [], taken: [], account: null };

/** Animations that take their time by the clock of the test, as the browser's do. */
class Animation {
  onfinish = () => {};
  currentTime = 0;
  constructor(duration: number) {
    setTimeout(() => this.onfinish(), duration);
  }
  cancel() {}
}

let ends: Ends;
const hear = (...messages: unknown[]) => ends.heard(messages as ToBrowser[]);

beforeEach(async () => {
  await speak("en");
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  Element.prototype.animate = function (_, options) {
    return new Animation((options as { duration: number }).duration) as never;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("shows exactly the cards that lie there, after twenty plays in two seconds", async () => {
  const live = new LiveTable(
    "t",
    new Connection("t", (given) => {
      ends = given;
      return { send: () => true, close: vi.fn(), doubt: vi.fn() };
    }),
  );
  live.open();
  ends.opened();
  const first = events.findIndex(({ event }) => event.event === "played");
  const begun = { type: "welcome", you: "me", seat: 0, table: table as unknown as TableState };
  const none = { said: [], notices: [], times_up: [], stood_in: [], layout: null, may: null };
  const past = { start: START, version: first, events: events.slice(0, first) };
  hear({ ...begun, ...none, ...past, now: NOW as unknown as Now });
  const stage = new Stage(live);
  const stop = stage.follow();
  const target = document.body.appendChild(document.createElement("div"));
  const props = { live, stage, shape: "wide" as const, trumps: new Set<never>(), scale: 1 };
  const felt = mount(Felt, { target, props });
  const laid = () =>
    [...target.querySelectorAll<HTMLElement>(".play")]
      .filter((play) => play.style.display !== "none")
      .map((play) => [Number(play.dataset["play"]), play.querySelectorAll(".card").length]);

  const lies = () => stage.trick!.plays.map(({ seat, cards }) => [seat, cards.length]);

  let [at, plays, both] = [first, 0, 0];
  while (plays < 20) {
    const numbered = events[at++]!;
    plays += Number(numbered.event.event === "played");
    const next = events[at]!.event.event === "trick_taken" ? [events[at++]!] : [];
    hear({ type: "happened", version: at, events: [numbered, ...next], now: NOW, layout: null });
    flushSync();
    both = Math.max(both, laid().length);
    await vi.advanceTimersByTimeAsync(100);
    // What still flies to a winner is gone with the play after the one that sent it away.
    if ((live.hand?.trick?.plays.length ?? 0) > 2) expect(laid()).toEqual(lies());
  }
  expect(both).toBeGreaterThan(4);
  await vi.advanceTimersByTimeAsync(500);
  expect(laid()).toEqual(lies());
  const number = events.slice(0, at).filter(({ event }) => event.event === "trick_taken").length;
  expect(stage.trick!.number).toBe(number);
  stop();
  void unmount(felt);
});
