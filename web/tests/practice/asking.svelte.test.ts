import { expect, test, vi } from "vitest";

import { QuestionLoader } from "../../src/practice/asking.svelte";

/** Answers that a test gives when it wants to. */
function answers() {
  const ways: { say: (what: string) => void; fail: (why: Error) => void }[] = [];
  const ask = () => new Promise<string>((say, fail) => void ways.push({ say, fail }));
  return { ways, ask };
}

test("what was asked stays until the next is there, and then all of it changes at once", async () => {
  const { ways, ask } = answers();
  const seen: (string | null)[] = [];
  const asking = new QuestionLoader(ask, () => seen.push(asking.now));
  const first = asking.next();
  expect([asking.now, asking.busy]).toEqual([null, true]);
  ways[0]!.say("one");
  await first;
  expect([asking.now, asking.busy, asking.follows]).toEqual(["one", false, false]);
  const second = asking.next(true);
  expect([asking.now, asking.busy]).toEqual(["one", true]);
  ways[1]!.say("two");
  await second;
  expect([asking.now, asking.busy, asking.follows]).toEqual(["two", false, true]);
  // The answer to the one before is forgotten while that one still stands there.
  expect(seen).toEqual([null, "one"]);
});

test("of several on their way the last one counts, whichever comes first", async () => {
  const { ways, ask } = answers();
  const asking = new QuestionLoader(ask, vi.fn());
  const both = [asking.next(), asking.next()];
  ways[1]!.say("last");
  ways[0]!.say("first");
  await Promise.all(both);
  expect(asking.now).toBe("last");
});

test("what could not be asked is said, and asked again", async () => {
  const { ways, ask } = answers();
  const begin = vi.fn();
  const asking = new QuestionLoader(ask, begin);
  const lost = asking.next();
  ways[0]!.fail(new Error("no line"));
  await lost;
  expect([asking.fault, asking.busy]).toEqual([new Error("no line"), false]);
  expect(begin).not.toHaveBeenCalled();
  const again = asking.next();
  ways[1]!.say("one");
  await again;
  expect([asking.fault, asking.now]).toEqual([null, "one"]);
});
