import { expect, test } from "vitest";

import type { Route } from "../src/pages";
import { addressOf, go, linkTo, route, routeOf } from "../src/routing.svelte";

const ROUTES: readonly Route[] = [
  { page: "lobby" },
  { page: "intro" },
  { page: "account" },
  { page: "sign-in" },
  { page: "admin" },
  { page: "table", table: "a-b_C3" },
  { page: "device", token: "x/ y" },
  { page: "friends" },
  { page: "friend", token: "x/ y" },
  { page: "evenings" },
  { page: "evening", evening: "a-b_C3" },
  { page: "make-evening", table: null },
  { page: "make-evening", table: "x/ y" },
  { page: "join-evening", token: "x/ y" },
  { page: "house", rules: "eyJuYW1lIjoi_w-" },
  { page: "matches", wanted: "" },
  { page: "matches", wanted: "person=a-b_C3&with=x%2F&since=2026-01-31" },
  { page: "match", match: "a-b_C3" },
  { page: "replay", from: "match", id: "a-b_C3" },
  { page: "replay", from: "match", id: "a-b_C3", hand: 12 },
  { page: "replay", from: "shared", id: "x/ y", hand: 3, at: 57, seat: 0 },
  { page: "replay", from: "table", id: "a-b_C3", hand: 1, at: 1, seat: 5 },
  { page: "replay", from: "file", id: "" },
  { page: "replay", from: "file", id: "", hand: 2, at: 110 },
  { page: "person", person: "a-b_C3" },
  { page: "practice", what: null },
  { page: "practice", what: "drills" },
  { page: "leaderboard", wanted: "" },
  { page: "leaderboard", wanted: "pool=friends&season=2026-1" },
  { page: "pairing", code: null },
  { page: "pairing", code: "a-b_C3" },
  { page: "nights" },
  { page: "make-night", club: null },
  { page: "make-night", club: "q8fK2mXw90Lz" },
  { page: "night", night: "a-b_C3" },
  { page: "night", night: "a-b_C3", view: "run" },
  { page: "night", night: "a-b_C3", view: "screen" },
  { page: "night", night: "a-b_C3", view: "print" },
  { page: "night", night: "a-b_C3", view: "print", paper: "standings" },
  { page: "claim", night: "a-b_C3", code: "k3vd-8q2m-x7tw" },
  { page: "claim", night: "a-b_C3", code: "" },
  { page: "table-device", night: "a-b_C3", code: "k3vd-8q2m-x7tw" },
  { page: "table-device", night: "a-b_C3", code: "" },
  { page: "club", club: "q8fK2mXw90Lz" },
  { page: "club", club: "q8fK2mXw90Lz", view: "print" },
  { page: "club", club: "q8fK2mXw90Lz", view: "members" },
  { page: "club", club: "q8fK2mXw90Lz", view: "season", season: "s-1" },
  { page: "clubs" },
  { page: "make-club" },
  { page: "join-club", token: "Kj3-x" },
  { page: "club-code", club: "q8fK2mXw90Lz", code: "ABCD-EFGH" },
];

test.each(ROUTES)("an address leads to its page: %j", (to) => {
  expect(routeOf(addressOf(to))).toEqual(to);
});

test.each(["", "#", "#/"])("%j is the lobby", (hash) => {
  expect(routeOf(hash)).toEqual({ page: "lobby" });
});

test.each([
  "#/nowhere",
  "#/table",
  "#/table/",
  "#/device",
  "#/friend",
  "#/device/%",
  "#/house",
  "#/match",
  "#/person/",
  "#/night",
  "#/club/",
])("%j is no page, and leads to the lobby", (hash) => {
  expect(routeOf(hash)).toEqual({ page: "lobby", lost: true });
});

test.each(["0", "x", "1.5", "-1", "123456", ""])("%j is no hand of a match", (hand) => {
  expect(routeOf(`#/match/abc/${hand}`)).toEqual({ page: "match", match: "abc" });
});

test("a hand of a match has moved to the replay", () => {
  const to = { page: "replay", from: "match", id: "abc", hand: 7 };
  expect(routeOf("#/match/abc/7")).toEqual(to);
});

test.each(["#/replay", "#/replay/", "#/replay/match", "#/replay/elsewhere/x"])(
  "%j asks for a record",
  (hash) => {
    expect(routeOf(hash)).toEqual({ page: "replay", from: "file", id: "" });
  },
);

test("a page that is replaced cannot be gone back to", () => {
  const before = history.length;
  go({ page: "intro" }, { replace: true });
  expect(route()).toEqual({ page: "intro" });
  expect(history.length).toBe(before);
});

test("a link is a whole address", () => {
  expect(linkTo({ page: "table", table: "abc" })).toMatch(/^https?:\/\/.*#\/table\/abc$/);
});
