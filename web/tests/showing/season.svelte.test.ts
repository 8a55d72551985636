import { mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import Certificates from "../../src/showing/Certificates.svelte";
import SeasonRatings from "../../src/showing/SeasonRatings.svelte";
import SeasonStandings from "../../src/showing/SeasonStandings.svelte";
import { barOf, ruleWords, worth } from "../../src/showing/season";
import type { SeasonBoard, SeasonRating, SeasonRule, SeasonStanding } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  await learn("nights");
  await learn("showing");
});

const rule: SeasonRule = { by: "sum", best: 8, least_nights: 3 };
const line = (person: string, more: Partial<SeasonStanding> = {}): SeasonStanding => ({
  place: 1,
  person,
  name: person,
  account: null,
  nights: 4,
  counts: 4,
  missing: 0,
  rounds: 4,
  hands: 8,
  won: 5,
  levels: 2,
  matches: 0,
  penalty: 0,
  score: 2,
  value: 2,
  rating: null,
  ...more,
});
function rows(props: { lines: SeasonStanding[]; own?: SeasonStanding }): string[] {
  const target = document.createElement("div");
  const table = mount(SeasonStandings, { target, props: { rule, ...props } });
  const found = [...target.querySelectorAll("tbody tr")].map((row) =>
    row.textContent.replaceAll(/\s+/g, " ").trim(),
  );
  void unmount(table);
  return found;
}

test("two guests of one name are two lines, and the own line stands below", () => {
  const lines = [line("Song Ming"), line("Song Ming", { place: 2, value: 1 })];
  const own = line("me", { place: null, missing: 2, nights: 1, value: -3 });
  expect(rows({ lines, own })).toEqual([
    "1 Song Ming 4 nights +2 5 of 8",
    "2 Song Ming 4 nights +1 5 of 8",
    "– me 1 night · 2 nights short of a place −3 5 of 8",
  ]);
  expect(rows({ lines: [own], own })).toHaveLength(1);
});

test("a hidden name is said to be hidden, and is nobody's own line", () => {
  const [row] = rows({ lines: [line("", { name: "" })], own: line("", { name: "" }) });
  expect(row).toContain("(no name shown)");
});

test("values are written by the rule", () => {
  const of = (by: SeasonRule["by"], value: number): string =>
    worth(line("a", { value }), { ...rule, by });
  expect([of("sum", -3), of("best", 4), of("mean", -1.5), of("rating", 1512.4)]).toEqual([
    "−3",
    "+4",
    "−1.50",
    "1512",
  ]);
  expect(ruleWords({ ...rule, by: "best" })).toBe(
    "The best 8 nights count. A place needs 3 nights.",
  );
});

const rating = (member: string, first: number | null, last: number | null, value: number) =>
  ({
    member,
    person: member,
    name: member,
    first,
    last,
    nights: 5,
    value,
    deviation: 50,
  }) as SeasonRating;

test("certificates of a season without places say how many nights a place needs", () => {
  const empty = (least: number | null): string => {
    const target = document.createElement("div");
    const props = { people: [], won: "Fridays", when: 0, least };
    const paper = mount(Certificates, { target, props });
    const text = target.textContent.trim();
    void unmount(paper);
    return text;
  };
  expect(empty(3)).toBe("Nobody has a place yet. A place needs 3 nights.");
  expect(empty(null)).toBe("No hand counts yet.");
});

test("places that are not told apart are ranges, and bars show why", () => {
  const lines = [rating("a", 1, 2, 1600), rating("b", 1, 2, 1550), rating("c", 3, 3, 1300)];
  const uncertain = { ...rating("d", null, null, 1700), deviation: 190 };
  const board = { least: 3, heading: { en: "R" }, lines: [...lines, uncertain] };
  const props = { board: board as unknown as SeasonBoard };
  const target = document.createElement("div");
  const table = mount(SeasonRatings, { target, props });
  const places = [...target.querySelectorAll("tbody td:first-child")];
  expect(places.map((cell) => cell.textContent)).toEqual(["1–2", "1–2", "3", "–"]);
  expect(target.textContent).toContain("Too uncertain for a place yet");
  void unmount(table);
  const [a, b, c] = lines.map((one) => barOf(one, props.board));
  expect(a && b && a.from < b.to && b.from < a.to).toBe(true);
  expect(b && c && c.to < b.from).toBe(true);
});
