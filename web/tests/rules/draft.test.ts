import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { type Given, RulesDraft } from "../../src/rules/draft.svelte";
import type { CheckedRules } from "../../src/wire";

const SYSTEMS = ["tractor", "finding-friends"];
const words = { en: "no", "zh-Hans": "不行", "zh-Hant": "不行" };

/** What the server's part comes to here: decks other than 9, of the preset 2, of friends 3. */
function comesTo(rules: Given): CheckedRules {
  const { preset, system, ...changes } = typeof rules === "string" ? { preset: rules } : rules;
  const base = { decks: system === "finding-friends" ? 3 : 2, laps: 2 };
  const fault = "decks" in changes && changes.decks === 9;
  return {
    values: fault ? base : { ...base, ...changes },
    active: ["decks"],
    changed: Object.keys(changes),
    given: { preset, ...changes },
    heading: words,
    fault: fault ? { option: "decks", words } : null,
    bots: [],
  };
}

let check: ReturnType<typeof vi.fn<(rules: Given) => Promise<CheckedRules>>>;

async function begun(given: Given): Promise<RulesDraft> {
  const draft = new RulesDraft(given, SYSTEMS, check);
  await vi.runAllTimersAsync();
  return draft;
}

beforeEach(() => {
  vi.useFakeTimers();
  check = vi.fn(async (rules: Given) => comesTo(rules));
});
afterEach(() => void vi.useRealTimers());

test("a preset's name, a system's name and an object are begun with alike", async () => {
  expect(await begun("pagat")).toMatchObject({ text: "pagat", system: "tractor", changed: [] });
  const friends = await begun("finding-friends");
  expect(friends).toMatchObject({ text: "zhang-2021", system: "finding-friends" });
  expect(friends.values["decks"]).toBe(3);
  const own = await begun({ preset: "pagat", system: "finding-friends", decks: 4 });
  expect(own).toMatchObject({ text: "pagat", system: "finding-friends", changed: ["decks"] });
  expect(own.given).toEqual({ preset: "pagat", system: "finding-friends", decks: 4 });
});

test("changes are checked once they pause, and come to a result", async () => {
  const draft = await begun("zhang-2021");
  check.mockClear();
  draft.set("decks", 3);
  draft.set("decks", 4);
  expect(draft.values["decks"]).toBe(4);
  expect(draft.result).toBeNull();
  await vi.runAllTimersAsync();
  expect(check).toHaveBeenCalledTimes(1);
  expect(draft.result?.given).toEqual({ preset: "zhang-2021", decks: 4 });
});

test("an answer that comes while a change waits is not what the rules come to", async () => {
  const draft = await begun("zhang-2021");
  let answered = (): void => undefined;
  check.mockImplementation((rules: Given) =>
    "system" in Object(rules) && !("decks" in Object(rules))
      ? new Promise((done) => (answered = () => done(comesTo(rules))))
      : Promise.resolve(comesTo(rules)),
  );
  draft.system = "finding-friends";
  answered(); // what another system says
  await vi.advanceTimersByTimeAsync(0);
  draft.set("decks", 4);
  answered(); // what the rules come to without the change
  await vi.advanceTimersByTimeAsync(0);
  expect(draft.result).toBeNull();
  await vi.runAllTimersAsync();
  expect(draft.result?.given).toMatchObject({ decks: 4 });
});

test("the preset's own value is no change", async () => {
  const draft = await begun({ preset: "zhang-2021", decks: 4 });
  draft.set("decks", 2);
  expect(draft.changed).toEqual([]);
  draft.set("decks", 5);
  draft.set("laps", 3);
  draft.reset("decks");
  expect(draft.changed).toEqual(["laps"]);
  draft.resetAll();
  expect(draft.changed).toEqual([]);
});

test("a fault is told, leaves the values as they were set, and there is no result", async () => {
  const draft = await begun("zhang-2021");
  draft.set("decks", 9);
  await vi.runAllTimersAsync();
  expect(draft.fault?.option).toBe("decks");
  expect(draft.result).toBeNull();
  expect(draft.values["decks"]).toBe(9);
  expect(draft.active).toEqual(["decks"]);
});

test("what another system says by itself is no longer a change", async () => {
  const draft = await begun({ preset: "zhang-2021", decks: 3 });
  draft.system = "finding-friends";
  await vi.runAllTimersAsync();
  expect(draft.changed).toEqual([]);
  expect(draft.result?.values["decks"]).toBe(3);
});

test("a late answer to an earlier question is thrown away", async () => {
  const draft = await begun("zhang-2021");
  check.mockImplementationOnce(
    (rules) => new Promise((told) => setTimeout(() => told(comesTo(rules)), 5000)),
  );
  draft.set("decks", 9);
  await vi.advanceTimersByTimeAsync(1000);
  draft.set("decks", 4);
  await vi.runAllTimersAsync();
  expect(draft.fault).toBeNull();
  expect(draft.result?.values["decks"]).toBe(4);
});

test("an unreachable server is said, and asked again on request", async () => {
  check.mockRejectedValueOnce(new Error("away"));
  const draft = await begun("zhang-2021");
  expect(draft.unreachable).toBeInstanceOf(Error);
  expect(draft.ready).toBe(false);
  draft.retry();
  await vi.runAllTimersAsync();
  expect(draft.unreachable).toBeNull();
  expect(draft.ready).toBe(true);
});

test("Bidding for Land is a game of its own, though an option makes it", async () => {
  const draft = await begun("zhang-2021");
  draft.set("laps", 3);
  draft.game = "land";
  await vi.runAllTimersAsync();
  expect(draft).toMatchObject({ game: "land", system: "tractor" });
  expect(draft.result?.given).toEqual({ preset: "zhang-2021", laps: 3, land: true });
  draft.game = "finding-friends";
  await vi.runAllTimersAsync();
  expect(draft).toMatchObject({ game: "finding-friends", changed: ["laps"] });
  expect((await begun({ system: "tractor", land: true })).game).toBe("land");
});
