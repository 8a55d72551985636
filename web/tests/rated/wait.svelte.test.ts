import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Unreachable } from "../../src/net/api";
import { type Queue, EVERY, Wait } from "../../src/rated/wait.svelte";
import type { PairingState } from "../../src/wire";

const NONE: PairingState = {
  state: "none",
  rules: null,
  code: null,
  people: [],
  since: null,
  waiting: 0,
  reach: 0,
  table: null,
  until: null,
};
const WAITS: PairingState = { ...NONE, state: "waits", rules: "tractor", waiting: 1, reach: 100 };

let answers: (PairingState | Error)[];
let asked: unknown[];
const next = async (what: unknown): Promise<PairingState> => {
  asked.push(what);
  const answer = answers.shift()!;
  if (answer instanceof Error) throw answer;
  return answer;
};
const queue: Queue = {
  ask: (wish) => next(wish),
  state: () => next("state"),
  end: () => next("end"),
};

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => vi.useRealTimers());

test("who waits asks again until there is a table, and goes there once", async () => {
  answers = [WAITS, WAITS, { ...WAITS, state: "seated", table: "t" }];
  const seated = vi.fn();
  const wait = new Wait(queue, seated);
  await wait.begin({ rules: "tractor" });
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(seated).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect(asked).toEqual([{ rules: "tractor" }, "state", "state"]);
  expect(seated.mock.calls).toEqual([["t"]]);
});

test("a line that is lost for a moment does not end the wait", async () => {
  answers = [WAITS, new Error("no line"), WAITS];
  const wait = new Wait(queue, vi.fn());
  await wait.begin({ rules: "tractor" });
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(wait.fault).toBeInstanceOf(Error);
  await vi.advanceTimersByTimeAsync(EVERY);
  expect([wait.fault, wait.state?.state]).toEqual([null, "waits"]);
});

test("who waits no more, or leaves the page, does not ask", async () => {
  answers = [WAITS, NONE, WAITS];
  const wait = new Wait(queue, vi.fn());
  await wait.begin({ rules: "tractor", partner: true });
  await wait.stop();
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect(asked).toHaveLength(2);
  await wait.begin({ code: "c" });
  wait.close();
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect(asked).toHaveLength(3);
});

test("who wants to wait while it is still being asked how it stands, waits", async () => {
  let tell: (state: PairingState) => void = () => undefined;
  const slow: Queue = { ...queue, state: () => new Promise((answer) => (tell = answer)) };
  answers = [WAITS];
  const wait = new Wait(slow, vi.fn());
  const looked = wait.look();
  expect(wait.busy).toBe(false);
  await wait.begin({ rules: "tractor" });
  tell(NONE);
  await looked;
  expect(wait.state?.state).toBe("waits");
});

test("who may wait already is asked again where the first question found no line", async () => {
  answers = [new Unreachable("no line"), WAITS, NONE];
  const wait = new Wait(queue, vi.fn());
  await wait.look();
  await vi.advanceTimersByTimeAsync(EVERY);
  expect([wait.fault, wait.state?.state]).toEqual([null, "waits"]);
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect(asked).toHaveLength(3);
});

test("whoever waits no more without having wanted so is told", async () => {
  answers = [NONE, WAITS, new Unreachable("the server starts anew"), NONE, WAITS, NONE];
  const wait = new Wait(queue, vi.fn());
  await wait.look();
  expect(wait.lost).toBe(false);
  await wait.begin({ rules: "tractor" });
  await vi.advanceTimersByTimeAsync(2 * EVERY);
  expect([wait.lost, wait.state]).toEqual([true, NONE]);
  await wait.begin({ rules: "tractor" });
  expect(wait.lost).toBe(false);
  await wait.stop();
  expect([wait.lost, wait.state]).toEqual([false, NONE]);
});
