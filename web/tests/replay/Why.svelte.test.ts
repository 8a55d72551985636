import { flushSync, mount, unmount } from "svelte";
import { beforeAll, expect, test } from "vitest";

import { ReplayCursor } from "../../src/replay/cursor.svelte";
import Why from "../../src/replay/Why.svelte";
import type { BotThought, Event, HandReplay, Text } from "../../src/wire";
import { learn } from "../../src/words/words.svelte";
import stories from "../fixtures/matches.json";

const text = (words: string): Text => ({ en: words, "zh-Hans": words, "zh-Hant": words });
const story = stories.find(({ name }) => name === "throws")!;
const events = story.events as unknown as Event[];
const at = events.findIndex(({ event }) => event === "played") + 1;
const moment = { trick: 1, plays: 1, points: 0, ahead: null, asked: null };
const told: HandReplay = {
  levels: ["2", "2", "2", "2"],
  layout: [],
  events,
  header: "{}",
  moments: [
    { ...moment, at: at - 1, trick: 0, plays: 0 },
    { ...moment, at },
  ],
  thoughts: [at],
  reviewed: null,
};
const sizes = { players: story.players, kitty_size: story.kitty_size, teams: "fixed" } as const;
const thought: BotThought = {
  seat: 1,
  bot: "medium",
  decided: "search",
  deals: 120,
  cards: ["AS"],
  why: text("Nobody can beat it."),
  other: text("3♦"),
  other_cards: ["3D"],
  cost: "much",
};

beforeAll(() => learn("replay"));

async function answer(given: BotThought): Promise<string> {
  const walk = new ReplayCursor(told, sizes, "all", () => Promise.resolve(given));
  walk.go(at);
  expect(walk.thoughtful).toBe(at);
  const target = document.body.appendChild(document.createElement("div"));
  const props = { walk, event: at, nameOf: (seat: number) => `Ann ${seat}` };
  const shown = mount(Why, { target, props });
  flushSync();
  expect(target.querySelector("blockquote")).toBe(null);
  target.querySelector("button")!.click();
  await expect.poll(() => target.querySelector("blockquote")?.textContent).toBeTruthy();
  const said = target.querySelector("blockquote")!.textContent;
  await unmount(shown);
  return said;
}

test("a bot says why, for whom, and what the next best would have cost", async () => {
  const said = await answer(thought);
  expect(said).toContain("Ann 1");
  expect(said).toContain("Nobody can beat it.");
  expect(said).toMatch(/clearly worse.*120 possible deals/);
});

test("a slip is said to be one", async () => {
  const said = await answer({ ...thought, decided: "slip", deals: 0, cost: "gain" });
  expect(said).toMatch(/That was a slip.*I had meant to play.*Nobody can beat it/);
  expect(said).not.toContain("better");
});

test("where nothing is stored there is nothing to ask", () => {
  const walk = new ReplayCursor(told, sizes);
  walk.go(at);
  expect(walk.thoughtful).toBe(null);
  const none = new ReplayCursor({ ...told, thoughts: [] }, sizes, "all", () => Promise.reject());
  none.go(at);
  expect(none.thoughtful).toBe(null);
});
