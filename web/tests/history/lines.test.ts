import { beforeAll, expect, test } from "vitest";

import {
  holdersOf,
  listedIn,
  nameInHand,
  namesIn,
  outcomeOf,
  reportable,
  resultOf,
  seatOf,
  sidesOf,
  winnersOf,
} from "../../src/history/lines";
import { learn, speak } from "../../src/words/words.svelte";
import type { HandLine, MatchLine, MatchPlayer } from "../../src/wire";

beforeAll(async () => {
  await speak("en");
  await learn("history");
});

const player = (seat: number, name: string, more: Partial<MatchPlayer> = {}): MatchPlayer => ({
  seat,
  first: 0,
  person: name,
  name,
  bot: null,
  hands: 3,
  ...more,
});
const bot = (seat: number, more: Partial<MatchPlayer> = {}): MatchPlayer =>
  player(seat, "medium", { person: null, bot: "medium", ...more });

const heading = { en: "Tractor", "zh-Hans": "拖拉机", "zh-Hant": "拖拉機" };
const LINE: MatchLine = {
  match: "m",
  begun: 0,
  ended: 1,
  ending: "won",
  heading,
  preset: "zhang-2021",
  system: null,
  game: "tractor",
  players: 4,
  decks: 2,
  teams: "fixed",
  winners: [1, 3],
  hands: 3,
  rated: false,
  open: true,
  seats: [player(0, "Ann"), player(1, "Bob"), bot(2), bot(3)],
};
const HAND = { hand: 2, dealer: 0, won: true, levels: 2 } as HandLine;

test("one's own side comes first, and whether it has won is told", () => {
  expect(sidesOf(LINE, null)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(sidesOf(LINE, "Bob")).toEqual([
    [1, 3],
    [0, 2],
  ]);
  expect(outcomeOf(LINE, "Ann")).toBe("lost");
  expect(outcomeOf(LINE, "Bob")).toBe("won");
  expect(outcomeOf(LINE, "Eve")).toBeNull();
  expect(outcomeOf(LINE, null)).toBeNull();
  expect(outcomeOf({ ...LINE, winners: [] }, "Bob")).toBe("undecided");
});

test("nobody has won a match of which no hand was over", () => {
  expect(winnersOf(LINE)).toEqual([1, 3]);
  const conceded: MatchLine = { ...LINE, ending: "conceded", hands: 0 };
  expect(winnersOf(conceded)).toEqual([]);
  expect(outcomeOf(conceded, "Bob")).toBe("undecided");
  expect(sidesOf({ ...conceded, teams: "friends" }, "Ann")).toEqual([[0, 1, 2, 3]]);
});

test("where friends are called the sides are those who won and the others", () => {
  const friends: MatchLine = { ...LINE, teams: "friends", winners: [0, 1] };
  expect(sidesOf(friends, null)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(sidesOf({ ...friends, winners: [2] }, "Ann")).toEqual([[0, 1, 3], [2]]);
  expect(sidesOf({ ...friends, winners: [] }, "Ann")).toEqual([[0, 1, 2, 3]]);
});

test("who came and went is told, but not who held a seat for nothing", () => {
  const seats = [
    player(0, "Ann", { hands: 1 }),
    bot(0, { first: 2, hands: 0 }),
    player(0, "Eve", { first: 2, hands: 2 }),
    player(1, "Bob", { hands: 0 }),
    ...LINE.seats.slice(2),
  ];
  const line = { ...LINE, seats };
  expect(holdersOf(line, 0).map(({ name }) => name)).toEqual(["Ann", "Eve"]);
  expect(holdersOf(line, 1).map(({ name }) => name)).toEqual(["Bob"]);
  expect(namesIn(line, [0, 1])).toBe("Ann/Eve, Bob");
  expect(seatOf(line, "Eve")).toBe(0);
  expect(nameInHand(line, 1, 0)).toBe("Ann");
  expect(nameInHand(line, 3, 0)).toBe("Eve");
});

test("bots of a kind stand together, after the people", () => {
  expect(namesIn(LINE, [2, 0, 3])).toBe("Ann, 2 bots (Medium)");
  expect(listedIn(LINE, [3])).toEqual([{ name: "bot (Medium)", person: null, between: "" }]);
  expect(nameInHand(LINE, HAND.hand, 3)).toBe("Bot 4 (Medium)");
});

test("the result of a hand has the side and the levels", () => {
  expect(resultOf(HAND)).toBe("Declarers +2");
  expect(resultOf({ ...HAND, levels: 0 })).toBe("Declarers");
  expect(resultOf({ ...HAND, won: false, levels: -1 })).toBe("Opponents +1");
  expect(resultOf({ ...HAND, won: false, levels: 0 })).toBe("Opponents");
});

test("whoever else played can be reported, each once", () => {
  const line = { ...LINE, seats: [...LINE.seats, player(2, "Bob", { first: 2 })] };
  expect(reportable(line, "Ann")).toEqual([{ person: "Bob", name: "Bob" }]);
  expect(reportable(line, "Eve").map(({ name }) => name)).toEqual(["Ann", "Bob"]);
  expect(reportable(line, null)).toEqual([]);
});
