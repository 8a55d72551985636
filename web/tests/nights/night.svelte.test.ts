import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Refusal, Unreachable } from "../../src/net/api";
import { storedCommands } from "../../src/nights/kept";
import { AGAIN, type Desk, Night } from "../../src/nights/night.svelte";
import { shownTime } from "../../src/nights/time";
import type { AskedOfNight, HandEntry, NightAnswers, NightState, NightTable } from "../../src/wire";

const LEAVE = { do: "leave", person: "me" } as const;
const FAULT = { code: "x", words: { en: "no", "zh-Hans": "不", "zh-Hant": "不" } };

let sent: string[][];
let failing: unknown;
let refused: boolean;
let version: number;

const desk: Desk = {
  preview: () => Promise.reject(new Unreachable()),
  look: async (_, known) => {
    if (failing) throw failing;
    return known?.version === version
      ? new Promise(() => undefined)
      : ({ version, now: Date.now() } as NightState);
  },
  tell: async (_, commands: readonly AskedOfNight[]): Promise<NightAnswers> => {
    if (failing) throw failing;
    sent.push(commands.map(({ id }) => id));
    version++;
    const answers = commands.map(({ id }) => ({
      id,
      done: !refused,
      version,
      refusal: refused ? FAULT : null,
      note: null,
    }));
    return { version, answers } as unknown as NightAnswers;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent = [];
  failing = null;
  refused = false;
  version = 1;
});
afterEach(() => vi.useRealTimers());

test("what is asked is done, and the night that came of it is known", async () => {
  const night = new Night("n", desk);
  expect(await night.ask(LEAVE)).toBe(true);
  expect([night.state?.version, night.waiting.length]).toEqual([2, 0]);
});

test("what is asked without a network is stored, also by the browser, and sent in order", async () => {
  failing = new Unreachable();
  const night = new Night("n", desk);
  void night.follow();
  expect(await night.ask(LEAVE)).toBe(null);
  expect(await night.ask(LEAVE)).toBe(null);
  expect(night.offline).toBe(true);
  const ids = storedCommands("n").map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const again = new Night("n", desk); // the page is opened anew
  expect(again.waiting.map(({ id }) => id)).toEqual(ids);
  failing = null;
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect(sent).toEqual([ids]);
  expect([night.offline, night.waiting.length, storedCommands("n").length]).toEqual([false, 0, 0]);
  night.close();
});

test("what waits is sent as soon as the network is back, also while news are waited for", async () => {
  const night = new Night("n", desk);
  void night.follow();
  await vi.advanceTimersByTimeAsync(0); // now it waits for news, which do not come
  failing = new Unreachable();
  expect(await night.ask(LEAVE)).toBe(null);
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect(night.waiting).toHaveLength(1);
  failing = null;
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect([night.offline, night.waiting.length]).toEqual([false, 0]);
  failing = new Unreachable();
  expect(await night.ask(LEAVE)).toBe(null);
  failing = null;
  night.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(night.waiting).toHaveLength(0);
  night.close();
});

test("hands written without a network get numbers one after the other, each table its own", async () => {
  failing = new Unreachable();
  const night = new Night("n", desk);
  const [here, other] = [1, 2].map((table) => ({ round: 1, table, played: 3 }) as NightTable);
  for (const table of [here!, here!, other!])
    await night.ask(night.nextHand(table, {} as HandEntry, false));
  expect(night.waiting.map((one) => "hand" in one && [one.table, one.hand])).toEqual([
    [1, 4],
    [1, 5],
    [2, 4],
  ]);
  expect([night.unsent(here!), night.unsent(other!)]).toEqual([2, 1]);
});

test("what is refused is not asked again", async () => {
  refused = true;
  const night = new Night("n", desk);
  expect(await night.ask(LEAVE)).toBe(false);
  expect(storedCommands("n")).toHaveLength(0);
});

test("a request that cannot be is let go; one that comes at a bad time is kept", async () => {
  const night = new Night("n", desk);
  failing = new Refusal(400, "bad", FAULT.words);
  desk.look = async () => null;
  expect(await night.ask(LEAVE)).toBe(false);
  expect(night.waiting).toHaveLength(0);
  failing = new Refusal(429, "too-fast", FAULT.words);
  expect(await night.ask(LEAVE)).toBe(null);
  expect(night.waiting).toHaveLength(1);
});

test.each([
  [725_000, "12:05"],
  [3_600_000, "1:00:00"],
  [1, "0:01"],
  [0, "0:00"],
  [-40_500, "−0:40"],
])("%i ms left are shown as %s", (left, shown) => {
  expect(shownTime(left)).toBe(shown);
});
