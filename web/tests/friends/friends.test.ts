import { beforeEach, expect, it } from "vitest";

import { friends, know, move } from "../../src/friends/friends.svelte";
import {
  asks,
  knowInvitations,
  pageOf,
  sentTo,
  shownInvitations,
} from "../../src/friends/invitations.svelte";
import { setPlayingCards } from "../../src/state/cards.svelte";
import { preferences } from "../../src/state/preferences.svelte";
import type { Friend, Invitation } from "../../src/wire";

const friend = (person: string, where: Friend["where"] = "away"): Friend => ({
  person,
  name: person,
  account: false,
  since: 1,
  where,
  table: null,
});
const invitation = (id: string, kind: Invitation["kind"], title = "Friday"): Invitation => ({
  id,
  person: "ann",
  name: "Ann",
  account: false,
  kind,
  place: "p1",
  title,
  full: false,
  until: 1,
});

beforeEach(async () => {
  setPlayingCards(false);
  preferences.muted = [];
  know({
    friends: [friend("ann"), friend("bob"), friend("cem")],
    asking: [],
    asked: [],
    blocked: [],
    shown: true,
  });
});

it("puts those first who have come, and leaves the others as they were", () => {
  move([{ person: "cem", where: "here", table: null }]);
  move([
    { person: "bob", where: "table", table: { table: "t1", title: "Friday" } },
    { person: "who is no friend any more", where: "here", table: null },
  ]);
  const found = friends()?.friends.map(({ person, where }) => [person, where]);
  expect(found).toEqual([
    ["bob", "table"],
    ["cem", "here"],
    ["ann", "away"],
  ]);
  move([{ person: "bob", where: "away", table: null }]);
  expect(friends()?.friends.map(({ table }) => table)).toEqual([null, null, null]);
});

it("shows invitations, but not over cards, and none by who is muted", () => {
  knowInvitations({ received: [invitation("1", "table")], sent: [] });
  expect(shownInvitations()).toHaveLength(1);
  setPlayingCards(true);
  expect(shownInvitations()).toEqual([]);
  setPlayingCards(false);
  preferences.muted = ["ann"];
  expect(shownInvitations()).toEqual([]);
});

it("says where each kind of invitation leads", () => {
  const table = invitation("1", "table");
  expect(asks(table)).toBe("Ann invites you to the table “Friday”.");
  expect(pageOf(table)).toEqual({ page: "table", table: "p1" });
  expect(pageOf(invitation("2", "night"))).toEqual({ page: "night", night: "p1" });
  expect(asks(invitation("2", "night", ""))).toBe("Ann invites you to a Sheng Ji Night.");
});

it("knows who has been invited to what", () => {
  const sent = { person: "bob", kind: "table", place: "p1", until: 1, refused: true } as const;
  knowInvitations({ received: [], sent: [sent] });
  expect(sentTo("bob", "table", "p1")).toEqual(sent);
  expect(sentTo("bob", "night", "p1")).toBeUndefined();
  expect(sentTo("ann", "table", "p1")).toBeUndefined();
});
