import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Announcement from "../../src/nights/Announcement.svelte";
import HandForm from "../../src/nights/HandForm.svelte";
import type { Wish } from "../../src/nights/kept";
import { type HandWish, Night } from "../../src/nights/night.svelte";
import StandingsTable from "../../src/nights/StandingsTable.svelte";
import DeskHands from "../../src/organising/DeskHands.svelte";
import LimitsDesk from "../../src/organising/LimitsDesk.svelte";
import NewsDesk from "../../src/organising/NewsDesk.svelte";
import OrganisersDesk from "../../src/organising/OrganisersDesk.svelte";
import NextDesk from "../../src/organising/NextDesk.svelte";
import PeopleDesk from "../../src/organising/PeopleDesk.svelte";
import { editionOf } from "../../src/organising/settings";
import { FRESH } from "../../src/organising/settings.fields";
import SettingsForm from "../../src/organising/SettingsForm.svelte";
import SeatingDesk from "../../src/organising/SeatingDesk.svelte";
import Tabs from "../../src/organising/Tabs.svelte";
import type {
  HandEntry,
  HandPreview,
  NightHand,
  NightPerson,
  NightStanding,
  NightState,
  NightTable,
} from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const people = [..."abcdefghi"].map(
  (person) => ({ person, name: person.toUpperCase(), here: true, account: null }) as NightPerson,
);
const table = (number: number, seats: string): NightTable =>
  ({
    round: 1,
    table: number,
    seats: [...seats],
    played: 0,
    ended: null,
    phoneless: [],
  }) as unknown as NightTable;
const state = {
  people,
  organisers: [{ person: "boss", name: "Boss" }],
  settings: { uneven: "sit-out" },
  round: {
    ended: null,
    sits_out: ["i"],
    parted: [],
    final: [],
    tables: [table(1, "abcd"), table(2, "efgh")],
  },
} as unknown as NightState;

let asked: Wish[];
let previewed: HandWish[];
let shown: Record<string, unknown>[] = [];
const night = {
  ask: (wish: Wish) => {
    asked.push(wish);
    return Promise.resolve(true);
  },
  unsent: () => 0,
  nextHand: (table: NightTable, entry: HandEntry, decide: boolean) =>
    Night.prototype.nextHand.call(night, table, entry, decide),
  preview: (wish: HandWish) => {
    previewed.push(wish);
    const result = { winner: "declarers", levels: 1, hooked: [], winners: [] };
    return Promise.resolve({ result, refusal: null } as unknown as HandPreview);
  },
} as unknown as Night;

beforeEach(async () => {
  [asked, previewed] = [[], []];
  await speak("en");
  await learn("nights");
  await learn("organising");
});
afterEach(async () => {
  for (const one of shown) await unmount(one);
  shown = [];
  document.body.innerHTML = "";
});

const keep = (one: Record<string, unknown>): void => {
  shown.push(one);
  flushSync();
};

function press(name: string, which = 0): void {
  const buttons = [...document.querySelectorAll("button")];
  const found = buttons.filter((one) => one.textContent.trim() === name).at(which);
  if (!found) throw new Error(`there is no button ${name}`);
  found.click();
  flushSync();
}

function field(label: string): HTMLElement | null {
  const labels = [...document.querySelectorAll("label")];
  const named = labels.find((one) => one.textContent.trim() === label);
  return document.getElementById(named?.htmlFor ?? "");
}

function choose(label: string, value: string): void {
  const select = field(label) as HTMLSelectElement;
  const at = [...select.options].findIndex((one) => one.text === value);
  select.value = String(at);
  select.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

test("two people change places, one of whom sits out", () => {
  keep(mount(SeatingDesk, { target: document.body, props: { night, state } }));
  press("Two change places");
  choose("Who", "B");
  choose("With whom", "I");
  document.querySelector<HTMLInputElement>("[role=switch]")?.click();
  press("Two change places", -1);
  expect(asked).toEqual([{ do: "change_places", one: "b", other: "i", anyway: true }]);
});

test("two tables become one, with whoever is chosen", () => {
  keep(mount(SeatingDesk, { target: document.body, props: { night, state } }));
  press("Merge two tables");
  choose("Seat 2", "I");
  press("Merge two tables", -1);
  expect(asked).toEqual([
    { do: "merge_tables", tables: [1, 2], seats: ["a", "i", "c", "d"], anyway: false },
  ]);
});

test("what nobody may miss is told so, and interrupts whoever listens to the page", async () => {
  const props = { night, state: { ...state, penalties: [], announcements: [] } };
  keep(mount(NewsDesk, { target: document.body, props }));
  const text = field("What") as HTMLInputElement;
  text.value = "Fire";
  text.dispatchEvent(new Event("input", { bubbles: true }));
  const important = document.querySelector<HTMLInputElement>("[role=switch]");
  important?.click();
  press("Tell everybody");
  expect(asked).toEqual([{ do: "announce", text: "Fire", table: 0, important: true }]);
  await vi.waitFor(() => expect([text.value, important?.checked]).toEqual(["", false]));

  const news = { command: "1", text: "Fire", table: 0, by: "Boss", at: 0 };
  for (const given of [true, false]) {
    keep(
      mount(Announcement, {
        target: document.body,
        props: { news: { ...news, important: given } },
      }),
    );
  }
  const roles = [...document.querySelectorAll("p[role]")].map((one) => one.role);
  expect(roles).toEqual(["alert", "status"]);
});

test("an announcement that is over is taken off", () => {
  const news = { text: "Tea", table: 0, important: false, by: "Boss", at: 0 };
  const announcements = ["boss:1", "boss:2"].map((command) => ({ ...news, command }));
  const props = { night, state: { ...state, penalties: [], announcements } };
  keep(mount(NewsDesk, { target: document.body, props }));
  press("Take off");
  expect(asked).toEqual([{ do: "withdraw_announcement", announced: "boss:2" }]);
});

test("one part of the desk is shown, and keys go on to the next", () => {
  const asked: string[] = [];
  const tabs = [
    { value: "tables", label: "Tables", icon: "cards" },
    { value: "people", label: "People", icon: "people" },
    { value: "more", label: "More", icon: "menu" },
  ] as const;
  const props = {
    value: "tables" as string,
    tabs,
    label: "Desk",
    onchange: (tab: string) => void asked.push(tab),
    children: createRawSnippet(() => ({ render: () => "<p>here</p>" })),
  };
  keep(mount(Tabs, { target: document.body, props }));
  const [tables, people_] = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
  const panel = document.querySelector("[role=tabpanel]");
  expect(panel?.getAttribute("aria-labelledby")).toBe(tables?.id);
  expect(tables?.getAttribute("aria-controls")).toBe(panel?.id);
  expect([tables?.tabIndex, people_?.tabIndex]).toEqual([0, -1]);
  for (const key of ["ArrowRight", "ArrowLeft", "Home", "End", "x"]) {
    tables?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
  people_?.click();
  expect(asked).toEqual(["people", "more", "tables", "more", "people"]);
});

test("what few nights have is folded away, unless this one has it", () => {
  const folded = (settings: object): boolean => {
    const props = { settings: { ...FRESH, ...settings } };
    const target = document.body.appendChild(document.createElement("div"));
    keep(mount(SettingsForm, { target, props }));
    return !target.querySelector("details")?.open;
  };
  expect(folded({})).toBe(true);
  expect(folded({ rounds: null, rated: false, real_cards: [2] })).toBe(true);
  expect(folded({ casual: [3] })).toBe(false);
  expect(folded({ uneven: "larger-tables" })).toBe(false);
});

test("one touch chooses the rules of the text in which nights stand", () => {
  let settings = { ...FRESH, rules: { preset: "tractor" } as typeof FRESH.rules };
  const props = {
    get settings() {
      return settings;
    },
    set settings(changed) {
      settings = changed;
    },
  };
  keep(mount(SettingsForm, { target: document.body, props }));
  const touch = (name: string): void => {
    const labels = [...document.querySelectorAll("label")];
    labels.find((one) => one.textContent.trim() === name)?.click();
    flushSync();
  };
  expect(editionOf(settings.rules)).toBe("2021");
  touch("2016, of the rated nights");
  expect(settings.rules).toEqual({ preset: "zhang-2016" });
  expect(settings.start_level).toBe("8");
});

test("rules of a text are known however they are written, and no others", () => {
  expect(["tractor", "zhang-2021"].map((preset) => editionOf({ preset }))).toEqual([
    "2021",
    "2021",
  ]);
  expect(editionOf({})).toBe("2021");
  expect(editionOf({ preset: "zhang-2016" })).toBe("2016");
  expect(editionOf({ preset: "zhang-2016", kitty: 8 })).toBe(null);
  expect(editionOf({ preset: "forty-points" })).toBe(null);
});

test("a phone that is dead is noted with one touch", () => {
  const at = (person: string, more: object): NightPerson =>
    ({
      person,
      name: person.toUpperCase(),
      here: true,
      account: null,
      table: null,
      ...more,
    }) as NightPerson;
  const some = [
    at("a", { desk: false, phone: true }),
    at("b", { desk: false, phone: false }),
    at("c", { desk: true, phone: false }),
    at("d", { desk: true, phone: true, account: "dee" }),
  ];
  const now = { ...state, people: some, stage: "running" } as NightState;
  keep(mount(PeopleDesk, { target: document.body, props: { night, state: now } }));
  press("Phone is dead");
  press("Phone works again");
  press("Phone is dead", 1);
  expect(asked).toEqual([
    { do: "note_phone", person: "a", phone: false },
    { do: "note_phone", person: "b", phone: true },
    { do: "note_phone", person: "d", phone: false },
  ]);
  // Codes are for those alone who were checked in at the desk.
  const lines = [...document.querySelectorAll("li")].map((one) => one.textContent);
  expect(lines.map((text) => [/Code/.test(text), /Give back/.test(text)])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ]);
});

test("two people are kept apart, one stays at a table, and both are taken back", async () => {
  const limits = { apart: [["a", "b"]], stays: { c: 2 } };
  const now = { ...state, stage: "running", limits } as unknown as NightState;
  keep(mount(LimitsDesk, { target: document.body, props: { night, state: now } }));
  const told = [...document.querySelectorAll("li > span")].map((one) => one.textContent);
  expect(told).toEqual(["A and B are kept apart", "C always sits at table 2"]);
  press("Take back");
  press("Take back", 1);
  choose("Keep apart", "D");
  choose("from", "E");
  press("Keep them apart");
  choose("Always at one table", "F");
  press("Keep the table");
  expect(asked).toEqual([
    { do: "allow_together", one: "a", other: "b" },
    { do: "keep_table", person: "c", table: 0 },
    { do: "keep_apart", one: "d", other: "e" },
    { do: "keep_table", person: "f", table: 1 },
  ]);
  // Nobody is chosen any more.
  const able = (): number =>
    [...document.querySelectorAll("button")].filter(
      (one) => /eep the/.test(one.textContent) && !one.disabled,
    ).length;
  await vi.waitFor(() => expect(able()).toBe(0));
});

const rated = {
  settings: { ...FRESH, uneven: "sit-out" },
  ratings: { sizes: [4], names: { en: "", hans: "", hant: "" }, trusted: true },
};

test("the results are printed when the night is over", () => {
  const now = {
    ...state,
    stage: "over",
    ...rated,
  } as unknown as NightState;
  const props = { night: { ...night, id: "n1" } as Night, state: now, onturn: () => undefined };
  keep(mount(NextDesk, { target: document.body, props }));
  const link = [...document.querySelectorAll("a")].find((one) => /Print the/.test(one.textContent));
  expect(link?.getAttribute("href")).toBe("#/night/n1/print/standings");
});

test("the button of the clock has one place, also for who presses it twice", () => {
  const one = { ...table(1, "abcd"), winners: [], ends: null, waiting: 0 };
  const round = { ...state.round, round: 1, minutes: 45, note: null, tables: [one] };
  for (const [moments, name] of [
    [{ started: null, stopped: null }, "Start the clock"],
    [{ started: 0, stopped: null }, "Stop the clock"],
    [{ started: 0, stopped: 1 }, "Let it run again"],
  ] as const) {
    document.body.innerHTML = "";
    const now = { ...state, ...rated, round: { ...round, ...moments } } as unknown as NightState;
    const props = { night: { ...night, ahead: 0 } as Night, state: now, onturn: () => undefined };
    keep(mount(NextDesk, { target: document.body, props }));
    const names = [...document.querySelectorAll("button")].map((one) => one.textContent.trim());
    expect(names.slice(0, 2)).toEqual([name, "End the round"]);
  }
});

test("whoever has no partner is named, with ways to a seat by one touch", async () => {
  const alone = { people: ["g"], ways: ["part", "larger", "bot"], pair: ["a", "b"] };
  const now = { ...state, ...rated, stage: "open", round: null, alone } as unknown as NightState;
  const props = { night, state: now, onturn: () => undefined };
  keep(mount(NextDesk, { target: document.body, props }));
  expect(document.body.textContent).toContain("so G would sit out");
  const names = ["A and B part", "A table of five: Finding Friends", "A bot as a partner"];
  for (const [at, name] of [...names, "Draw round 1"].entries()) {
    // A button does nothing while another one works.
    await vi.waitFor(() => {
      flushSync();
      if (asked.length === at) press(name);
      expect(asked).toHaveLength(at + 1);
    });
  }
  expect(asked).toEqual([
    { do: "draw", way: "part" },
    { do: "draw", way: "larger" },
    { do: "draw", way: "bot" },
    { do: "draw" },
  ]);
});

test("after the rounds the final is drawn, and then the night ends", () => {
  const buttons = (round: number): string[] => {
    const target = document.body.appendChild(document.createElement("div"));
    const settings = { ...FRESH, rounds: 3, final: "eight" };
    const over = { ...state.round, round, ended: 1 };
    const now = { ...state, ...rated, stage: "running", settings, round: over };
    const props = { night, state: now as unknown as NightState, onturn: () => undefined };
    keep(mount(NextDesk, { target, props }));
    return [...target.querySelectorAll("button")].map((one) => one.textContent.trim());
  };
  expect(buttons(2)[0]).toBe("Draw round 3");
  expect(buttons(3)[0]).toBe("Draw the final");
  expect(buttons(4)[0]).toBe("End the night");
});

test("somebody with an account helps to run the night", () => {
  const helper = { person: "a", name: "Ann", account: "ann" } as NightPerson;
  const props = { night, state: { ...state, people: [helper, ...people] } };
  keep(mount(OrganisersDesk, { target: document.body, props }));
  choose("Who else", "Ann");
  press("Runs it too");
  expect(asked).toEqual([{ do: "set_organisers", organisers: ["boss", "ann"] }]);
});

test("standings tell what the night has done to ratings, where there is something", () => {
  const line = (person: string, rating: number | null): NightStanding =>
    ({ person, name: person, place: 1, account: null, penalty: 0, rating }) as NightStanding;
  const target = document.body;
  keep(mount(StandingsTable, { target, props: { lines: [line("a", null)] } }));
  expect(target.textContent).not.toContain("Rating");
  const lines = [line("a", 17.6), line("b", -17.6), line("c", null)];
  keep(mount(StandingsTable, { target, props: { lines } }));
  const rows = [...target.querySelectorAll("table:last-of-type tbody tr")].slice(-3);
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(["+18", "−18", ""]);
});

test("an organiser strikes a hand out, and says who sat there", async () => {
  const entry = { dealer: "a", points: 40, declarers: [], red_fives: [], throws: [], offender: "" };
  const before = {
    hand: 1,
    seats: [..."abcd"],
    rank: "8",
    versions: [{ entry: entry as unknown as HandEntry }],
  } as unknown as NightHand;
  const props = { open: true, night, table: written, people, before, decides: true };
  keep(mount(HandForm, { target: document.body, props }));
  write("Why it is corrected", "written twice");
  choose("Seat 1", "E");
  (document.querySelector("input[type=checkbox]") as HTMLInputElement).click();
  send();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const [wish] = asked as [Extract<Wish, { do: "correct_hand" }>];
  expect([wish.entry.dealer, wish.entry.void, wish.reason, wish.seats]).toEqual([
    "e",
    true,
    "written twice",
    ["e", "b", "c", "d"],
  ]);
});

/** A table with real cards by the rules of which the kitty counts by the last trick. */
const written = {
  ...table(1, "abcd"),
  levels: ["8", "8", "8", "8"],
  dealer: null,
  rank: "8",
  total: 200,
  questions: [
    ["dealer", false],
    ["points", false],
    ["last_trick", false],
    ["kitty", true],
    ["width", true],
    ["length", true],
    ["offender", false],
    ["winner", false],
    ["levels", false],
  ],
} as unknown as NightTable;

function write(label: string, value: string): void {
  const input = field(label) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

function pick(label: string, value: string): void {
  const groups = [...document.querySelectorAll("fieldset")];
  const group = groups.find((one) => one.querySelector("legend")?.textContent === label);
  const labels = [...(group?.querySelectorAll("label") ?? [])];
  labels
    .find((one) => one.textContent.trim() === value)!
    .querySelector("input")!
    .click();
  flushSync();
}

function send(): void {
  document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  flushSync();
}

const sendable = (): boolean =>
  !document.querySelector<HTMLButtonElement>("button[type=submit]")!.disabled;

test("a hand is not written down before all that counts is filled in", async () => {
  const props = { open: true, night, table: written, people, before: null };
  keep(mount(HandForm, { target: document.body, props }));
  const points = field("Points the Opponents took in tricks") as HTMLInputElement;
  expect([points.value, sendable()]).toEqual(["", false]);
  choose("Dealer", "A");
  expect(sendable()).toBe(false);
  send();
  expect(asked).toEqual([]);
  write("Points the Opponents took in tricks", "40");
  expect(sendable()).toBe(false);
  pick("The last trick went to the", "Opponents");
  expect(sendable()).toBe(false);
  write("Points in the kitty", "10");
  expect(sendable()).toBe(false);
  choose("It was won with", "a pair");
  expect(sendable()).toBe(true);
  send();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const { entry } = asked[0] as Extract<Wish, { do: "enter_hand" }>;
  expect([entry.points, entry.kitty, entry.last_trick?.side, entry.last_trick?.width]).toEqual([
    40,
    10,
    "opponents",
    2,
  ]);
});

test("points that nobody has filled in are not sent as none, and the result is shown before", async () => {
  const props = { open: true, night, table: written, people, before: null };
  keep(mount(HandForm, { target: document.body, props }));
  choose("Dealer", "A");
  choose("Invalid play that was found later", "B");
  expect(sendable()).toBe(true);
  await vi.waitFor(() =>
    expect(document.querySelector("[role=status]")?.textContent).toContain(
      "Declarers win, up 1 level",
    ),
  );
  const [wish] = previewed as [Extract<Wish, { do: "enter_hand" }>];
  expect([wish.entry.points, wish.entry.kitty, wish.entry.last_trick]).toEqual([null, null, null]);
  send();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toEqual(wish);
});

test("a ruling has nothing chosen before an organiser chooses", async () => {
  const hand = {
    hand: 2,
    online: true,
    seats: [..."abcd"],
    dealer: 0,
    rank: "8",
    points: 40,
    winner: "declarers",
    levels: 1,
    versions: [],
    disputes: [],
    rulings: [],
  } as unknown as NightHand;
  const props = { night, state, table: { ...table(1, "abcd"), hands: [hand] } };
  keep(mount(DeskHands, { target: document.body, props }));
  press("Rule");
  write("Why it is ruled so", "told cards");
  send();
  expect([asked, sendable()]).toEqual([[], false]);
  choose("How it counts", "Lost by an error");
  expect(sendable()).toBe(false);
  choose("Whose error", "C");
  send();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const ruling = { offender: "c", offence: "", winner: null, levels: null, void: false };
  const place = { round: 1, table: 1, hand: 2 };
  expect(asked).toEqual([{ do: "rule_hand", ...place, ruling, reason: "told cards" }]);
});
