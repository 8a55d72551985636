import { type Component, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import ClaimMember from "../../src/clubs/ClaimMember.svelte";
import ClubChoice from "../../src/clubs/ClubChoice.svelte";
import ClubPage from "../../src/clubs/ClubPage.svelte";
import ClubsPage from "../../src/clubs/ClubsPage.svelte";
import DeskMembers from "../../src/clubs/DeskMembers.svelte";
import DoorList from "../../src/clubs/DoorList.svelte";
import FoundClub from "../../src/clubs/FoundClub.svelte";
import JoinClub from "../../src/clubs/JoinClub.svelte";
import MembersPage from "../../src/clubs/MembersPage.svelte";
import NextPage from "../../src/clubs/NextPage.svelte";
import SeasonsPage from "../../src/clubs/SeasonsPage.svelte";
import SettingsPage from "../../src/clubs/SettingsPage.svelte";
import type { Night } from "../../src/nights/night.svelte";
import { know } from "../../src/state/person.svelte";
import type { ClubMember, ClubState, Me, NightState } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const member = (id: string, name: string, more: Partial<ClubMember> = {}): ClubMember => ({
  member: id,
  name,
  account: null,
  role: "member",
  state: "in",
  since: 1,
  published: false,
  merged: null,
  nights: 0,
  last: null,
  coded: false,
  persons: [],
  ...more,
});
const CLUB = {
  club: "c1",
  settings: { name: "Fridays", about: "In the mensa", seen: "members", joins: "approval" },
  founded: 1,
  role: "owner",
  state: "in",
  member: "boss",
  sees: true,
  people: 3,
  asked: 1,
  link: "tok",
  frozen: false,
  series: null,
  runners: [{ person: "p0", name: "Boss", account: true }],
  seasons: [],
  nights: [],
  requests: [],
} as unknown as ClubState;
const MEMBERS = [
  member("boss", "Boss", { account: "p0", role: "owner", persons: ["p0"] }),
  member("ann", "Ann", { account: "p1", nights: 2, last: 5, persons: ["p1"] }),
  member("li", "王小明", { nights: 1 }),
  member("bo", "Bo", { account: "p2", state: "asked" }),
  member("old", "Annie", { merged: "ann" }),
];

/** The answers of the server, by method and address; and what it was asked. */
let answers: Record<string, unknown>;
let asked: [string, unknown][];
let shown: Record<string, unknown>[] = [];

beforeEach(async () => {
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    const at = `${method ?? "GET"} ${address.replace(/^\.?\/?api\//, "")}`;
    if (body !== undefined) asked.push([at, JSON.parse(body as string)]);
    else if (method !== "GET") asked.push([at, null]);
    const known = Object.hasOwn(answers, at);
    return Promise.resolve(new Response(JSON.stringify(known ? answers[at] : {}), { status: 200 }));
  });
  asked = [];
  answers = {
    "GET clubs/c1": CLUB,
    "GET clubs/c1/members": { members: MEMBERS },
    "GET clubs/c1/plan": { plan: null, coming: [], runs: true },
    "GET clubs/c1/seasons": { seasons: [], runs: true },
    "GET clubs/c1/announcements": { announcements: [], on: true, runs: true, next: null },
    "GET clubs": { clubs: [], requests: [] },
    "GET evenings?club=c1": { evenings: [], now: 0 },
    "GET friends": { friends: [], asking: [], asked: [], blocked: [], shown: true },
  };
  know({ person: "p0", name: "Boss", role: "member", tables: [] } as unknown as Me);
  for (const area of ["nights", "clubs", "organising", "showing", "evenings"] as const)
    await learn(area);
  await speak("en");
});
afterEach(async () => {
  for (const one of shown) await unmount(one);
  shown = [];
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const settled = async (): Promise<void> => {
  for (let i = 0; i < 6; i += 1) await new Promise((done) => setTimeout(done, 0));
  flushSync();
};
async function show<P extends Record<string, unknown>>(
  page: Component<P>,
  props: P,
): Promise<void> {
  shown.push(mount(page as Component, { target: document.body, props }));
  await settled();
}
const said = (): string => document.body.textContent.replace(/\s+/g, " ");
async function press(name: string): Promise<void> {
  const found = [...document.querySelectorAll<HTMLElement>("button, a")].find(
    (one) =>
      (one.getAttribute("aria-label") ?? one.textContent.replace(/\s+/g, " ").trim()) === name,
  );
  if (!found) throw new Error(`there is no button ${name}: ${said()}`);
  found.click();
  await settled();
}
const field = (label: string): HTMLInputElement => {
  const labels = [...document.querySelectorAll("label")];
  const found = labels.find((one) => one.textContent.trim().startsWith(label));
  const input = document.getElementById(found?.htmlFor ?? "") ?? found?.querySelector("input");
  if (!(input instanceof HTMLElement)) throw new Error(`there is no field ${label}`);
  return input as HTMLInputElement;
};
async function fill(label: string, value: string): Promise<void> {
  const input = field(label);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
}
const changes = (): [string, unknown][] => asked.filter(([at]) => !at.startsWith("GET"));

test("somebody without a club learns what one is, and may found one", async () => {
  await show(ClubsPage, {});
  expect(said()).toContain("A club is people who meet to play");
  expect(document.querySelector("a[href='#/make-club']")).not.toBeNull();
});

test("own clubs say who waits for an answer", async () => {
  const mine = { club: "c1", name: "Fridays", role: "owner", state: "in", people: 3, asked: 2 };
  answers["GET clubs"] = { clubs: [mine], requests: [] };
  await show(ClubsPage, {});
  expect(said()).toContain("Fridays Owner · 3 people 2 want to join");
});

test("a club is founded with a name, and leads to what comes next", async () => {
  answers["POST clubs"] = { club: "c9" };
  await show(FoundClub, {});
  await fill("Name", "Mondays");
  await press("Found the club");
  expect(changes()).toEqual([
    [
      "POST clubs",
      { settings: { name: "Mondays", about: "", seen: "members", joins: "approval" } },
    ],
  ]);
  expect(location.hash).toBe("#/club/c9/next");
});

test("a guest is asked to sign in before founding", async () => {
  know({ person: "g", name: "Guest", role: null, tables: [] } as unknown as Me);
  await show(FoundClub, {});
  expect(said()).toContain("To found one you need an account.");
});

test("an empty club says what comes next", async () => {
  answers["GET clubs/c1"] = { ...CLUB, people: 1, asked: 0 };
  await show(ClubPage, { club: "c1" });
  expect(said()).toContain("Next: Invite members");
  expect(said()).toContain("No night yet. Make the first one");
  expect(document.querySelector("a[href='#/make-night/c1']")).not.toBeNull();
  const evening = () => document.querySelector("a[href='#/club/c1/evening']");
  await vi.waitFor(() => expect(evening()).not.toBeNull());
});

test("an invited person joins or declines", async () => {
  const invited = { ...CLUB, role: null, state: "invited", member: "me", sees: false };
  answers["GET clubs/c1"] = invited;
  await show(ClubPage, { club: "c1" });
  expect(said()).not.toMatch(/Leave the club|Standings|No night yet/);
  await press("Join");
  expect(changes()).toEqual([["PUT clubs/c1/members/me", { state: "in" }]]);
});

test("a stranger asks to join a public club, and a frozen one says why nobody can", async () => {
  answers["GET clubs/c1"] = { ...CLUB, role: null, state: null, member: null };
  await show(ClubPage, { club: "c1" });
  await press("Ask to join");
  expect(changes()).toEqual([["POST clubs/c1/members", {}]]);
  answers["GET clubs/c1"] = { ...CLUB, frozen: true };
  await show(ClubPage, { club: "c1" });
  expect(said()).toContain("Nobody owns this club any more.");
});

test("a member leaves after a question", async () => {
  await show(ClubPage, { club: "c1" });
  await press("Leave the club");
  expect(changes()).toEqual([]);
  [...document.querySelectorAll<HTMLElement>("dialog[open] footer button")].at(-1)?.click();
  await settled();
  expect(changes()).toEqual([["DELETE clubs/c1/members/boss", null]]);
});

test("members are found by two letters, and a person who asks is accepted", async () => {
  await show(MembersPage, { club: "c1" });
  expect(said()).toContain("Annie counts for Ann");
  await fill("Find by two letters", "xm");
  expect(said()).toContain("王小明");
  expect(said()).not.toContain("Annie counts");
  await fill("Find by two letters", "zz");
  expect(said()).toContain("Nobody is found by zz.");
  await press("AcceptBo");
  expect(changes()).toEqual([["PUT clubs/c1/members/bo", { state: "in" }]]);
});

test("a member without account is added by name; the page says what is kept", async () => {
  await show(MembersPage, { club: "c1" });
  expect(said()).toContain("24 months after the last night");
  await fill("Name", " Old Tom ");
  document.querySelector("form")!.requestSubmit();
  await settled();
  expect(changes()).toEqual([["POST clubs/c1/members", { name: "Old Tom" }]]);
});

test("two lines are merged with before and after, and parted again", async () => {
  answers["GET clubs/c1"] = { ...CLUB, seasons: [{ season: "s" }] };
  // Of a night to which both came there is one.
  answers["GET clubs/c1/seasons/s/attendance"] = {
    nights: [],
    members: [
      { member: "ann", nights: ["n1", "n2"] },
      { member: "li", nights: ["n2"] },
      { member: "boss", nights: ["n3"] },
    ],
  };
  await show(MembersPage, { club: "c1" });
  await press("For 王小明");
  await press("The same person as …");
  field("Ann: 2 nights").click();
  await settled();
  expect(said()).toContain("Before: two members 王小明: 1 night");
  expect(said()).toContain("After: one Ann: 2 nights");
  await press("Merge");
  await press("UndoAnnie");
  expect(changes()).toEqual([
    ["POST clubs/c1/members/li/merge", { into: "ann" }],
    ["DELETE clubs/c1/members/old/merge", null],
  ]);
});

test("a line without account gets a code, another name, is shown to all, or removed", async () => {
  answers["POST clubs/c1/members/li/code"] = { member: "li", name: "王小明", code: "ABCD-1234" };
  await show(MembersPage, { club: "c1" });
  for (const item of ["Code to claim the line", "Show the name to all", "Remove"]) {
    await press("For 王小明");
    await press(item);
    if (item.startsWith("Code")) expect(said()).toContain("ABCD-1234");
  }
  expect(said()).toContain("This cannot be undone.");
  expect(changes()).toEqual([
    ["POST clubs/c1/members/li/code", null],
    ["PUT clubs/c1/members/li", { published: true }],
  ]);
});

test("an owner makes a member with an account an organiser", async () => {
  await show(MembersPage, { club: "c1" });
  await press("For Ann");
  await press("Make organiser");
  expect(changes()).toEqual([["PUT clubs/c1/members/ann", { role: "organiser" }]]);
});

test("a plain member sees the list and the link, and nothing to run", async () => {
  answers["GET clubs/c1"] = { ...CLUB, role: "member", member: "ann" };
  await show(MembersPage, { club: "c1" });
  expect(said()).toContain("Invite people");
  for (const hidden of ["Somebody without an account", "New link", "Want to join"])
    expect(said()).not.toContain(hidden);
});

test("settings are saved, the club is ended after a question", async () => {
  await show(SettingsPage, { club: "c1" });
  await fill("Name", "Saturdays");
  await press("Save");
  expect(changes()).toEqual([["PUT clubs/c1", { ...CLUB.settings, name: "Saturdays" }]]);
  await press("End the club");
  expect(changes()).toHaveLength(1);
});

test("a season is begun with its rule", async () => {
  await show(SeasonsPage, { club: "c1" });
  expect(said()).toContain("No season yet.");
  await press("Begin a season");
  await fill("Name", "Autumn");
  await fill("First day", "2026-10-01");
  await fill("Last day", "2027-01-31");
  document.querySelector("form")!.requestSubmit();
  await settled();
  expect(changes()).toEqual([
    [
      "POST clubs/c1/seasons",
      {
        name: "Autumn",
        first: new Date("2026-10-01T00:00").getTime(),
        last: new Date("2027-02-01T00:00").getTime() - 1,
        rule: { by: "sum", best: 8, least_nights: 3 },
        published: false,
      },
    ],
  ]);
});

test("the link to a club shows it, and joins or asks", async () => {
  const offer = { name: "Fridays", about: "", joins: "approval", people: 3, club: null };
  answers["GET club-links/tok"] = { ...offer, state: null, frozen: false };
  answers["POST club-links/tok"] = { ...CLUB, role: null, state: "asked" };
  await show(JoinClub, { token: "tok" });
  expect(said()).toContain("An organiser of the club decides who joins.");
  await press("Ask to join");
  expect(said()).toContain("You have asked to join.");
});

test("a guest says who they are when they ask to join", async () => {
  const guest = { person: "g", name: "Guest 4711", role: null, tables: [] };
  know(guest as unknown as Me);
  const offer = { name: "Fridays", about: "", joins: "approval", people: 3, club: null };
  answers["GET club-links/tok"] = { ...offer, state: null, frozen: false };
  answers["PATCH me"] = { ...guest, name: "Zoe" };
  await show(JoinClub, { token: "tok" });
  await press("Ask to join");
  expect(changes()).toEqual([]);
  await fill("Your name", " Zoe ");
  await press("Ask to join");
  expect(changes()).toEqual([
    ["PATCH me", { name: "Zoe" }],
    ["POST club-links/tok", null],
  ]);
});

test("a line is claimed by its code", async () => {
  const line = { club: "c1", title: "Fridays", member: "li", name: "Li", nights: 2, refusal: null };
  answers["POST club-codes"] = { ...line, yours: false };
  await show(ClaimMember, { club: "c1", code: "ABCD" });
  expect(said()).toContain("Li Fridays 2 nights");
  answers["POST club-codes"] = { ...line, yours: true };
  await press("That was me");
  expect(said()).toContain("The line is yours now");
  expect(changes().at(-1)?.[1]).toEqual({ club: "c1", code: "ABCD", confirm: true });
});

test("the list for the door has a box for each member, and who came when", async () => {
  answers["GET clubs/c1"] = { ...CLUB, seasons: [{ season: "s", name: "Autumn" }] };
  answers["GET clubs/c1/seasons/s/attendance"] = {
    nights: [{ night: "n", opened: 1 }],
    members: [{ member: "ann", name: "Ann", nights: ["n"] }],
  };
  await show(DoorList, { club: "c1", season: null });
  expect(said()).toContain("Fridays · Autumn");
  expect(said()).toContain("Ann1");
  field("Who came when").click();
  await settled();
  expect(document.querySelector("tbody")?.textContent).toContain("✓");
});

test("the steps are one list, the next of which is marked", async () => {
  await show(NextPage, { club: "c1" });
  expect(document.querySelectorAll("ol li")).toHaveLength(13);
  expect(document.querySelector("[aria-current=step]")?.textContent).toContain("Invite members");
  expect(document.querySelectorAll("li.done")).toHaveLength(1);
});

test("a night's club is one of those the person is in", async () => {
  const line = { role: "member", people: 3, asked: 0 };
  answers["GET clubs"] = {
    clubs: [
      { ...line, club: "c1", name: "Fridays", state: "in" },
      { ...line, club: "c2", name: "Others", state: "asked" },
    ],
    requests: [],
  };
  await show(ClubChoice, { club: null });
  expect([...document.querySelectorAll("option")].map((one) => one.text)).toEqual([
    "None",
    "Fridays",
  ]);
});

const NIGHT = {
  night: "n",
  stage: "open",
  people: [
    { person: "guest-1", name: "Zoe", account: null, here: true },
    { person: "p1", name: "Ann", account: "p1", here: true },
    { person: "p0", name: "Boss", account: "p0", here: false, phone: true },
  ],
} as unknown as NightState;

test("the desk checks members in, with a phone or without", async () => {
  const wishes: unknown[] = [];
  const night = {
    ask: (wish: unknown) => Promise.resolve(wishes.push(wish) > 0),
  } as unknown as Night;
  await show(DeskMembers, { night, state: NIGHT, club: "c1" });
  expect(said()).not.toContain("Ann");
  await press("With a phoneBoss");
  await press("No phone Boss");
  await press("Here 王小明");
  const boss = { do: "check_in", person: "p0", name: "Boss", account: "p0" };
  expect(wishes).toEqual([
    boss,
    boss,
    { do: "note_phone", person: "p0", phone: false },
    { do: "check_in", person: "li", name: "王小明", account: "" },
  ]);
});

test("guests of the evening become members by one touch, and one of a known name is asked about", async () => {
  const night = { ask: () => Promise.resolve(true) } as unknown as Night;
  answers["POST clubs/c1/guests/n"] = {
    made: [],
    there: [{ person: "guest-1", name: "Zoe", member: "li" }],
  };
  const over: NightState = { ...NIGHT, stage: "over" };
  await show(DeskMembers, { night, state: over, club: "c1" });
  await press("Make all guests members");
  expect(said()).toContain("There is a member Zoe already.");
  answers["POST clubs/c1/guests/n"] = { made: ["li"], there: [] };
  await press("Somebody else: Zoe 2");
  expect(changes()).toEqual([
    ["POST clubs/c1/guests/n", { guests: [] }],
    ["POST clubs/c1/guests/n", { guests: [{ person: "guest-1", name: "Zoe 2" }] }],
  ]);
});
