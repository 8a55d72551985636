import { beforeEach, describe, expect, it, vi } from "vitest";

import { Connection } from "../../src/net/connection";
import type { Ends } from "../../src/net/socket";
import { LiveTable } from "../../src/state/table.svelte";
import type {
  Event,
  FromBrowser,
  HandAccount,
  Happened,
  May,
  Now,
  ProposalEnded,
  TableState,
  ToBrowser,
  Welcome,
} from "../../src/wire";
import stories from "../fixtures/matches.json";

const story = stories[0]!;
const events = (story.events as Event[]).map((event, at) => ({ version: at + 11, event }));
const rules = { players: story.players, kitty_size: story.kitty_size };
const table = { id: "t", host: "me", rules } as unknown as TableState;
const START = { levels: ["2", "2", "2", "2"] as const, laps: [], hands: 0, deals: 0, results: [] };

const now = (given: Partial<Now> = {}): Now => ({
  wait: "draw",
  seats: [],
  since: 0,
  asleep: false,
  clock: null,
  onward: null,
  trump: null,
  dealer: null,
  winning: null,
  points: 0,
  declarers: [],
  sides_known: false,
  taken: [],
  voids: [],
  turn: null,
  passed: false,
  may_pass: false,
  plays_later: false,
  may_take_back: false,
  account: null,
  ...given,
});

const MAY = { sit: [1] } as unknown as May;

const welcome = (given: Partial<Welcome>): Welcome => ({
  type: "welcome",
  you: "me",
  seat: story.seat,
  version: 10,
  table,
  may: MAY,
  start: null,
  events: [],
  now: now(),
  said: [],
  notices: [],
  times_up: [],
  stood_in: [],
  layout: null,
  ...given,
});

const happened = (from: number, to: number, given: Partial<Now> = {}): Happened => ({
  type: "happened",
  version: 10 + to,
  events: events.slice(from, to),
  now: now(given),
  layout: null,
});

const ENDED: ProposalEnded = {
  type: "proposal_ended",
  version: 16,
  what: "take_back",
  seat: 0,
  outcome: "agreed",
};

/** How many cards have been drawn by the first events. */
const drawn = (count: number) =>
  events.slice(0, count).filter(({ event }) => event.event === "card_drawn").length;

let sent: FromBrowser[];
let ends: Ends;
let live: LiveTable;
const hear = (...messages: ToBrowser[]) => ends.heard(messages);
const hellos = () => sent.filter((message) => message.type === "hello");

beforeEach(() => {
  sent = [];
  live = new LiveTable(
    "t",
    new Connection("t", (given) => {
      ends = given;
      return { send: (message) => sent.push(message) > 0, close: vi.fn(), doubt: vi.fn() };
    }),
  );
  live.open();
  ends.opened();
});

describe("a table", () => {
  it("follows a match, and tells what happens", () => {
    const told = vi.fn();
    live.onEvent((event, { past }) => told(event.event, past));
    hear(welcome({ start: START, version: 15, events: events.slice(0, 5) }));
    hear(happened(5, 7));
    expect(live.hand?.drawn).toBe(drawn(7));
    expect(told.mock.calls.map(([, past]) => past)).toEqual([...Array(5).fill(true), false, false]);
    expect(live.version).toBe(17);
    expect(live.status).toBe("open");
  });

  it("asks only for what is new, and takes nothing twice", () => {
    hear(welcome({ start: START, version: 15, events: events.slice(0, 5) }));
    ends.lost();
    expect(live.status).toBe("lost");
    ends.opened();
    expect(hellos().at(-1)).toEqual({ type: "hello", since: 15 });
    hear(welcome({ version: 18, events: events.slice(3, 8) }));
    expect(live.hand?.drawn).toBe(drawn(8));
  });

  it("begins anew when the server says where the match stood", () => {
    hear(welcome({ start: START, version: 15, events: events.slice(0, 5) }));
    hear(welcome({ start: START, version: 13, events: events.slice(0, 3) }));
    expect(live.hand?.drawn).toBe(drawn(3));
  });

  it("asks for everything when it sees with other eyes, and hears nothing until then", () => {
    hear(welcome({ start: START, version: 15, events: events.slice(0, 5) }));
    const other = { ...table, host: "you" };
    hear({ type: "table", version: 16, seat: null, table: other, may: MAY });
    expect(hellos().at(-1)).toEqual({ type: "hello", since: null });
    // Until the answer comes seats, cards and version stay those of one moment.
    expect([live.table, live.seat, live.version]).toEqual([table, story.seat, 15]);
    hear({ type: "table", version: 17, seat: null, table: other, may: MAY });
    expect(live.table).toBe(table);
    hear(happened(5, 6));
    expect(live.hand?.drawn).toBe(drawn(5));
    hear(welcome({ seat: null, start: START, version: 16, events: events.slice(0, 6) }));
    expect(live.seat).toBeNull();
    expect(live.hand?.drawn).toBe(drawn(6));
  });

  it("keeps the accounts of the hands, and asks for one that it has missed", () => {
    const end = events.findIndex(({ event }) => event.event === "hand_ended") + 1;
    const account = { number: 1 } as HandAccount;
    hear(welcome({ start: START, version: 10 + end - 1, events: events.slice(0, end - 1) }));
    hear(happened(end - 1, end, { wait: "next", account }));
    expect(live.match?.results).toEqual([account]);
    const asked = hellos().length;
    hear(happened(end, end + 1));
    expect(hellos()).toHaveLength(asked);
    hear(welcome({ start: START, version: 10 + end, events: events.slice(0, end) }));
    hear(happened(end, end + 1));
    expect(hellos().at(-1)).toEqual({ type: "hello", since: null });
  });

  it("tells listeners of a frame when all of it is in effect", () => {
    const other = { ...table, host: "you" };
    const seen: unknown[] = [];
    hear(welcome({ start: START, version: 15, events: events.slice(0, 5) }));
    live.onNotice(({ type }) => seen.push([type, live.table, live.version, live.hand?.drawn]));
    live.onEvent((_, { past }) => seen.push([past, live.table, live.version, live.hand?.drawn]));
    hear(
      ENDED,
      { type: "table", version: 17, seat: story.seat, table: other, may: MAY },
      happened(5, 7),
    );
    const state = [other, 17, drawn(7)];
    expect(seen).toEqual([
      ["proposal_ended", ...state],
      [false, ...state],
      [false, ...state],
    ]);
  });

  it("tells each notice once, also one that it missed, and none from before it came", () => {
    const told = vi.fn();
    live.onNotice(told);
    hear(welcome({ version: 15, notices: [{ ...ENDED, version: 14 }] }));
    hear(ENDED, welcome({ version: 16, start: START, notices: [ENDED] }));
    ends.lost();
    ends.opened();
    hear(welcome({ version: 18, notices: [ENDED, { ...ENDED, version: 18 }] }));
    expect(told.mock.calls.map(([{ version }]) => version)).toEqual([16, 18]);
  });

  it("shows once what was said", () => {
    const said = {
      version: 12,
      person: "you",
      name: "You",
      phrase: "hello" as const,
      text: "",
      seat: null,
      account: false,
    };
    const heard = vi.fn();
    live.onSaid(heard);
    hear(welcome({ said: [] }));
    hear({ type: "said", said });
    hear({ type: "said", said });
    expect(live.said).toEqual([said]);
    expect(heard).toHaveBeenCalledOnce();
  });

  it("knows who hosts and whose turn it is", () => {
    hear(welcome({ now: now({ seats: [story.seat ?? 0] }) }));
    expect(live.hosting).toBe(true);
    expect(live.myTurn).toBe(true);
  });

  it("says why the line ended until it stands again", () => {
    const words = { en: "restart", "zh-Hans": "", "zh-Hant": "" };
    hear({ type: "bye", code: "restart", words });
    ends.lost();
    expect([live.status, live.retryReason, live.closeReason]).toEqual(["lost", words, null]);
    hear(welcome({}));
    expect(live.retryReason).toBeNull();
  });

  it("says why it ended for good", () => {
    const words = { en: "gone", "zh-Hans": "", "zh-Hant": "" };
    hear({ type: "bye", code: "gone", words });
    expect([live.status, live.closeReason]).toEqual(["gone", words]);
  });
});
