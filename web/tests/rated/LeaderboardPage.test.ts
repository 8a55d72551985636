import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import LeaderboardPage from "../../src/rated/LeaderboardPage.svelte";
import { know } from "../../src/state/person.svelte";
import type { Me } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const OWN = [
  { pool: "one-deck", games: 3, provisional: false },
  { pool: "friends", games: 5, provisional: true },
];

let page: Record<string, unknown>;
let asked: string[];

beforeEach(async () => {
  asked = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const board = { season: null, seasons: [], lines: [], next: null };
    const answer = address.includes("/people/ann/ratings") ? { pools: OWN } : board;
    return Promise.resolve(Response.json(answer));
  });
  know({ person: "ann", name: "Ann", tables: [] as Me["tables"] } as Me);
  await speak("en");
  await learn("rated");
});
afterEach(async () => {
  await unmount(page);
  vi.unstubAllGlobals();
});

function open(wanted: string): void {
  location.hash = `#/leaderboard?${wanted}`;
  page = mount(LeaderboardPage, { target: document.body, props: { wanted } });
  flushSync();
}

test("opens on the pool in which the reader has most results, and on the list with the reader", async () => {
  open("");
  await vi.waitFor(() => expect(location.hash).toBe("#/leaderboard?pool=friends&provisional=true"));
  expect(asked.some((address) => address.startsWith("/api/leaderboard"))).toBe(false);
});

test("shows the pool that is asked for", async () => {
  open("pool=one-deck");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatch(/^\/api\/leaderboard\?pool=one-deck&/);
});
