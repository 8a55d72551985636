import { mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import Changes from "../../src/rated/Changes.svelte";
import Stakes from "../../src/rated/Stakes.svelte";
import type { LiveTable } from "../../src/state/table.svelte";
import type { MatchLine, MatchRating, TableState } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const LINE = {
  ending: "won",
  hands: 1,
  seats: [{ seat: 0, first: 0, person: "ann", name: "Ann", bot: null, hands: 1 }],
} as unknown as MatchLine;
const CHANGE = { seat: 0, first: 0, results: [], before: 1500, after: 1480, after_deviation: 90 };
const RATING = { pool: "one-deck", done: true, annulled: null, left: [] };

beforeEach(async () => {
  await speak("en");
  await learn("rated");
  await learn("history");
});

function changes(line: Partial<MatchLine>, rating: Partial<Record<keyof MatchRating, unknown>>) {
  const target = document.createElement("div");
  const props = {
    line: { ...LINE, ...line },
    rating: { ...RATING, ...rating } as unknown as MatchRating,
  };
  const shown = mount(Changes, { target, props });
  const found = (selector: string): string[] =>
    [...target.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return { found, close: () => unmount(shown) };
}

test.each([
  ["left", "left the match"],
  ["late", "let the time run out too often"],
] as const)("says of whoever lost a match that ended as `%s` why", (ending, words) => {
  const { found, close } = changes({ ending }, { changes: [CHANGE], left: [0] });
  expect(found("tbody th small")).toEqual([words]);
  void close();
});

test("tells at the end what was expected as it was told before: the score, as a percentage", async () => {
  const stake = { value: 1500, deviation: 90, provisional: false };
  const table = {
    playing: true,
    seats: [],
    stakes: [0.59, 0.41, 0.59, 0.41].map((expected) => ({ ...stake, expected })),
    rules: { players: 4, teams: "fixed" },
  } as unknown as TableState;
  const target = document.createElement("div");
  const live = { seat: 0, table } as unknown as LiveTable;
  const before = mount(Stakes, { target, props: { live, table } });
  await expect.poll(() => target.querySelector(".expected span")?.textContent).toBeTruthy();
  const own = target.querySelector(".expected span")!.textContent.trim();
  void unmount(before);

  const result = { expected: 0.59, score: 1, share: 1 };
  const { found, close } = changes({}, { changes: [{ ...CHANGE, results: [result] }] });
  const [expected, scored] = found("tbody td");
  expect(own).toBe(`expected score: ${expected}`);
  expect([expected, scored]).toEqual(["59%", "100%"]);
  expect(found("p")).toContain(
    "Scores of the hands, on average, from 0% to 100%. What was expected counts who was Dealer: the Declarers score more.",
  );
  void close();
});
