import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { poll, type Polled } from "../../src/net/poll.svelte";
import type { Lobby } from "../../src/wire";

const LOBBY: Lobby = {
  tables: [],
  bots: [{ bot: "basic", seconds: 0, level: null, rating: null, name: null, says: null }],
  sets: [],
  playing: 0,
};

let person = $state.raw<string | null>(null);
let ask: ReturnType<typeof vi.fn<() => Promise<Lobby>>>;
let heard: Polled<Lobby>;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  person = null;
  ask = vi.fn(async () => {
    person ??= "somebody"; // as the lobby does, who first makes sure that one is somebody
    return LOBBY;
  });
  leave = $effect.root(() => {
    heard = poll(ask, 4000);
  });
  flushSync();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("something is asked for at once, and again every four seconds", async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.value).toEqual(LOBBY);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(ask).toHaveBeenCalledTimes(4);
});

test("what cannot be asked is said, and no longer when it can", async () => {
  await vi.advanceTimersByTimeAsync(0);
  ask.mockRejectedValueOnce(new Error("away"));
  heard.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.fault).toBeInstanceOf(Error);
  expect(heard.value).toEqual(LOBBY);
  await vi.advanceTimersByTimeAsync(4000);
  expect(heard.fault).toBeNull();
});

test("nobody asks while the page is not seen", async () => {
  await vi.advanceTimersByTimeAsync(0);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(ask).toHaveBeenCalledTimes(2);
});

test("nobody asks after the page is left", async () => {
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("the lobby is as it was asked for last, whichever answer comes first", async () => {
  await vi.advanceTimersByTimeAsync(0);
  const answers: ((lobby: Lobby) => void)[] = [];
  ask.mockImplementation(() => new Promise((answer) => answers.push(answer)));
  heard.now();
  heard.now();
  const later: Lobby = { ...LOBBY, bots: [] };
  answers[1]!(later);
  await vi.advanceTimersByTimeAsync(0);
  answers[0]!(LOBBY);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.value).toEqual(later);
});
