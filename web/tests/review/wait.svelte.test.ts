import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Unreachable } from "../../src/net/api";
import { type Waited, waitFor } from "../../src/review/wait.svelte";

type Stage = { state: "none" | "waiting" | "running" | "failed" | "done"; own: boolean };
const NONE: Stage = { state: "none", own: false };
const RUNS: Stage = { state: "running", own: true };
const DONE: Stage = { state: "done", own: false };

/** What is asked and not answered yet, in order. */
let open: { what: string; tell: (stage: Stage) => void; fail: (fault: Error) => void }[];
let waited: Waited<Stage>;
let leave: () => void;

const question = (what: string) => () =>
  new Promise<Stage>((tell, fail) => open.push({ what, tell, fail }));
const last = () => open.at(-1)!;

beforeEach(async () => {
  vi.useFakeTimers();
  open = [];
  const from = { look: question("look"), order: question("order"), drop: question("drop") };
  leave = $effect.root(() => {
    waited = waitFor(from, false);
  });
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

test("who wants a review waits for it, whatever an earlier look still tells", async () => {
  const look = last();
  waited.want();
  last().tell(RUNS);
  await vi.advanceTimersByTimeAsync(0);
  look.tell(NONE);
  await vi.advanceTimersByTimeAsync(0);
  expect(waited.now).toEqual(RUNS);
  await vi.advanceTimersByTimeAsync(1000);
  expect(open.map(({ what }) => what)).toEqual(["look", "order", "look"]);
  last().tell(DONE);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([waited.now, open.length]).toEqual([DONE, 3]);
});

test("what could not be asked at first is asked again", async () => {
  last().fail(new Unreachable("no line"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(waited.fault).toBeInstanceOf(Unreachable);
  last().tell(DONE);
  await vi.advanceTimersByTimeAsync(0);
  expect([waited.now, waited.fault, open.length]).toEqual([DONE, null, 2]);
});

test("nothing counts that is told after the page is left", async () => {
  leave();
  last().tell(RUNS);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([waited.now, open.length]).toEqual([null, 1]);
});

test("who waits for what is not made any more is told so, and can ask again", async () => {
  last().tell(RUNS);
  await vi.advanceTimersByTimeAsync(1000);
  last().fail(new Unreachable("the server starts anew"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(waited.lost).toBe(false);
  last().tell(NONE);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([waited.lost, waited.busy, open.length]).toEqual([true, false, 3]);
  waited.want();
  last().tell(RUNS);
  await vi.advanceTimersByTimeAsync(0);
  expect([waited.lost, waited.busy]).toEqual([false, true]);
  waited.stop();
  last().tell(NONE);
  await vi.advanceTimersByTimeAsync(0);
  expect(waited.lost).toBe(false);
});

test("a match of which a part is made and the rest is not any more", async () => {
  leave();
  leave = $effect.root(() => {
    waited = waitFor(
      { look: question("look"), order: question("order"), drop: question("drop") },
      false,
      ({ own }) => own,
    );
  });
  flushSync();
  last().tell(RUNS);
  await vi.advanceTimersByTimeAsync(1000);
  last().tell(DONE);
  await vi.advanceTimersByTimeAsync(0);
  expect([waited.lost, waited.now]).toEqual([true, DONE]);
});
