import { expect, test, vi } from "vitest";

import { QuestionLoader } from "../../src/practice/questionLoader.svelte";

/** Answers that a test gives when it wants to. */
function answers() {
  const ways: { say: (what: string) => void; fail: (why: Error) => void }[] = [];
  const ask = () => new Promise<string>((say, fail) => void ways.push({ say, fail }));
  return { ways, ask };
}

test("what was asked stays until the next is there, and then all of it changes at once", async () => {
  const { ways, ask } = answers();
  const seen: (string | null)[] = [];
  const loader = new QuestionLoader(ask, () => seen.push(loader.value));
  const first = loader.next();
  expect([loader.value, loader.busy]).toEqual([null, true]);
  ways[0]!.say("one");
  await first;
  expect([loader.value, loader.busy, loader.follows]).toEqual(["one", false, false]);
  const second = loader.next(true);
  expect([loader.value, loader.busy]).toEqual(["one", true]);
  ways[1]!.say("two");
  await second;
  expect([loader.value, loader.busy, loader.follows]).toEqual(["two", false, true]);
  // The answer to the one before is forgotten while that one still stands there.
  expect(seen).toEqual([null, "one"]);
});

test("of several on their way the last one counts, whichever comes first", async () => {
  const { ways, ask } = answers();
  const loader = new QuestionLoader(ask, vi.fn());
  const both = [loader.next(), loader.next()];
  ways[1]!.say("last");
  ways[0]!.say("first");
  await Promise.all(both);
  expect(loader.value).toBe("last");
});

test("what could not be asked is said, and asked again", async () => {
  const { ways, ask } = answers();
  const begin = vi.fn();
  const loader = new QuestionLoader(ask, begin);
  const lost = loader.next();
  ways[0]!.fail(new Error("no line"));
  await lost;
  expect([loader.fault, loader.busy]).toEqual([new Error("no line"), false]);
  expect(begin).not.toHaveBeenCalled();
  const again = loader.next();
  ways[1]!.say("one");
  await again;
  expect([loader.fault, loader.value]).toEqual([null, "one"]);
});
