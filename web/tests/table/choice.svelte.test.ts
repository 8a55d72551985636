import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { defaults, preferences } from "../../src/state/preferences.svelte";
import { LiveTable } from "../../src/state/table.svelte";
import { Choice } from "../../src/table/choice.svelte";
import HandView from "../../src/table/HandView.svelte";
import type { Stage } from "../../src/table/stage.svelte";
import type { Card, Checked, GameAction, Now, ToBrowser, Turn } from "../../src/wire";
import type { Connection } from "../../src/net/connection";
import { speak } from "../../src/words/words.svelte";

const RULES = { players: 4, kitty_size: 8 };
const HAND = ["KH", "KH", "9H", "3S"] as const;
const PAIR: Turn = {
  options: [],
  size: 2,
  forced: ["KH", "KH"],
  unplayable: [],
  groups: [["KH", "KH"]],
  owed: null,
  choices: [],
  calls: 0,
  reason: null,
  claim: null,
};

const WHY = { en: "Because.", "zh-Hans": "因为。", "zh-Hant": "因為。" };

/** A table whose server is here: what it was asked to do, and what it says of a check. */
function table(turn: Turn | null, wait: Now["wait"] = "follow", why: typeof WHY | null = WHY) {
  const did: GameAction[] = [];
  const asked: unknown[] = [];
  const says: { -readonly [field in Exclude<keyof Checked, "type" | "id">]: Checked[field] } = {
    refusal: null,
    offending: [],
    readings: [],
    tractors: [],
    throw: null,
  };
  let heard: (messages: readonly ToBrowser[]) => void = () => {};
  const hear = (message: ToBrowser) => heard([message]);
  const connection = {
    open: (listener: { heard: typeof heard }) => (heard = listener.heard),
    close: () => {},
    do: (action: GameAction) => Promise.resolve(did.push(action)).then(() => ({ done: true })),
    check: (_: GameAction, having: unknown) => {
      asked.push(having);
      return Promise.resolve({ type: "checked", id: "1", ...says });
    },
    hint: () => Promise.resolve({ action: { do: "play", cards: ["9H", "3S"] }, why }),
  };
  const live = new LiveTable("t", connection as unknown as Connection);
  live.open();
  const now = {
    wait,
    seats: turn ? [0] : [1],
    since: 5,
    turn,
    plays_later: !turn,
    account: null,
    trump: ["2", "S"],
  } as unknown as Now;
  hear({
    type: "welcome",
    you: "p",
    seat: 0,
    version: 5,
    table: { rules: RULES, settings: {}, seats: [] },
    start: { levels: ["2", "2", "2", "2"], laps: [], hands: 0, deals: 0, results: [] },
    events: [
      { event: "hand_started", hand: 1, rank: "2", dealer: 0, first: 0, turned: [] },
      ...HAND.map((card) => ({ event: "card_drawn", seat: 0, card })),
    ].map((event, i) => ({ version: i + 1, event })),
    now,
    said: [],
    notices: [],
    stood_in: [],
    layout: null,
  } as unknown as ToBrowser);
  let choice!: Choice;
  end = $effect.root(() => {
    choice = new Choice(live);
    choice.follow();
  });
  flushSync();
  /** Tells what has happened since, after which it is somebody's turn. */
  const happens = (next: Turn | null, ...events: object[]): void => {
    const version = live.version + events.length;
    const played = events.some((event) => "seat" in event && event.seat === 0);
    hear({
      type: "happened",
      version,
      events: events.map((event, i) => ({ version: live.version + i + 1, event })),
      now: {
        ...now,
        seats: next ? [0] : [1],
        since: version,
        turn: next,
        plays_later: !next && !played,
      },
      layout: null,
    } as unknown as ToBrowser);
    flushSync();
  };
  return { asked, choice, did, live, says, happens };
}

/** Ends the effects of the table that a test has made. */
let end: () => void = () => {};

beforeAll(() => speak("en"));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(preferences, defaults(["en"]));
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

async function rest(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000);
  flushSync();
}

describe("a choice of cards", () => {
  it("begins with what must be played, and sends it", async () => {
    const { choice, did } = table(PAIR);
    expect(choice.cards).toEqual(["KH", "KH"]);
    expect(choice.playable).toBe(true);
    await choice.send();
    expect(did).toEqual([{ do: "play", cards: ["KH", "KH"] }]);
  });

  it("cannot be sent with too few cards", () => {
    const { choice } = table({ ...PAIR, forced: [] });
    choice.touch("9H#0");
    expect(choice.cards).toEqual(["9H"]);
    expect(choice.playable).toBe(false);
  });

  it("cannot be sent when the server speaks against it", async () => {
    const { choice, says } = table({ ...PAIR, forced: [] });
    says.refusal = { en: "No.", "zh-Hans": "不。", "zh-Hant": "不。" };
    says.offending = ["3S"];
    choice.touch("9H#0");
    choice.touch("3S#0");
    await rest();
    expect(choice.refused).toBe(true);
    expect(choice.playable).toBe(false);
    expect(choice.offending).toEqual(["3S#0"]);
    expect(choice.fault).toBe("No. Put back 3 of spades.");
    choice.undo();
    expect(choice.offending).toEqual([]);
    expect(choice.cards).toEqual(["9H"]);
    expect(choice.refused).toBe(false);
  });

  it("names the reading of an ambiguous lead", async () => {
    const { choice, says, did } = table({ ...PAIR, size: null, forced: [], groups: [] }, "lead");
    says.readings = [[["KH", "KH"]], [["KH"], ["KH"]]];
    choice.touch("KH#0");
    choice.touch("KH#1");
    await rest();
    choice.reading = 1;
    await choice.send();
    expect(did).toEqual([{ do: "play", cards: ["KH", "KH"], reading: [["KH"], ["KH"]] }]);
  });

  it("asks for readings beyond those that are listed", async () => {
    const { asked, choice, says, did } = table(
      { ...PAIR, size: null, forced: [], groups: [] },
      "lead",
    );
    says.readings = [[["KH", "KH"]]];
    says.tractors = [["KH", "KH"], ["9H"]];
    choice.touch("KH#0");
    choice.touch("KH#1");
    await rest();
    expect(choice.ambiguous).toBe(true);
    says.readings = [];
    says.tractors = [];
    choice.readWith([["9H"]]);
    expect(choice.playable).toBe(false);
    await rest();
    expect(asked.at(-1)).toEqual([["9H"]]);
    expect([choice.ambiguous, choice.playable]).toEqual([true, false]);
    says.readings = [[["KH"], ["KH"]]];
    choice.readWith([["KH"]]);
    await rest();
    await choice.send();
    expect(did).toEqual([{ do: "play", cards: ["KH", "KH"], reading: [["KH"], ["KH"]] }]);
    choice.touch("9H#0");
    expect(choice.having).toEqual([]);
  });

  it("takes a card at one touch, its pair at two, less at two more", () => {
    const { choice, live } = table({ ...PAIR, size: null, forced: [], unplayable: ["3S"] }, "lead");
    const target = document.createElement("div");
    const props = { live, choice, stage: { duration: () => 0 } as unknown as Stage };
    const screen = { shape: "tall", trumps: new Set<Card>(), tallest: 300, scale: 1 } as const;
    const drawn = mount(HandView, {
      target,
      props: { ...props, ...screen, onhint: () => Promise.resolve() },
    });
    flushSync();
    expect(target.querySelectorAll(".faint")).toHaveLength(1);
    const king = target.querySelector("[data-card='KH#0']")!;
    const touch = () => {
      king.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      flushSync();
      return choice.cards;
    };
    expect(touch()).toEqual(["KH"]);
    expect(choice.advice).toContain("twice");
    expect(touch()).toEqual(["KH", "KH"]);
    expect(touch()).toEqual(["KH"]);
    expect(touch()).toEqual(["KH"]);
    choice.undo();
    expect(choice.cards).toEqual(["KH", "KH"]);
    void unmount(drawn);
  });

  it("can be made ahead of one's turn, but not sent", async () => {
    const { choice, did } = table(null);
    choice.touch("9H#0");
    expect(choice.cards).toEqual(["9H"]);
    await choice.send();
    expect(did).toEqual([]);
  });

  it("says that the cards are a bot's where the table lets it say no reason", async () => {
    const { choice } = table(PAIR, "follow", null);
    await choice.hint();
    expect(choice.advice).toBe("A bot would choose these.");
  });

  it("follows a hint, which says why until something is touched", async () => {
    const { choice } = table(PAIR);
    await choice.hint();
    expect(choice.cards).toEqual(["3S", "9H"]);
    expect(choice.advice).toBe("Because.");
    expect(choice.refused).toBe(false);
    choice.touch("9H#0");
    expect(choice.advice).toBe("");
  });

  it("names a throw before it goes out", async () => {
    const { choice, says } = table({ ...PAIR, size: null, forced: [], groups: [] }, "lead");
    const words = "Throw: pair + single. A higher single stops it.";
    says.throw = { en: words, "zh-Hans": "甩牌", "zh-Hant": "甩牌" };
    choice.touch("KH#0");
    choice.touch("KH#1");
    choice.touch("9H#0");
    expect(choice.throw).toBe("");
    await rest();
    expect(choice.throw).toBe(words);
    expect(choice.playable).toBe(true);
  });

  it("is played by itself where that is wanted and nothing else is legal", async () => {
    preferences.autoPlay = true;
    const { did } = table(PAIR);
    await rest();
    expect(did).toEqual([{ do: "play", cards: ["KH", "KH"] }]);
  });

  const LED = { event: "played", seat: 3, cards: ["5H"], units: [["5H"]] };
  const ONE: Turn = { ...PAIR, size: 1, forced: [], groups: [] };

  it("is played at one's turn where it was queued", async () => {
    const { choice, did, happens } = table(null);
    choice.touch("9H#0");
    choice.queue();
    expect(choice.queued).toBe(true);
    happens(ONE, LED);
    await rest();
    expect(did).toEqual([{ do: "play", cards: ["9H"] }]);
    expect(choice.queued).toBe(false);
  });

  it("is not played at one's turn when it is touched again", async () => {
    const { choice, did, happens } = table(null);
    choice.touch("9H#0");
    choice.queue();
    choice.touch("3S#0");
    choice.touch("3S#0");
    expect(choice.queued).toBe(false);
    happens(ONE, LED);
    await rest();
    expect(did).toEqual([]);
  });

  it("is not played when it is touched as the turn comes", async () => {
    const { choice, did, happens } = table(null);
    choice.touch("9H#0");
    choice.queue();
    happens(ONE, LED);
    choice.touch("9H#0");
    await rest();
    expect(did).toEqual([]);
  });

  it("says why what was queued cannot be played", async () => {
    const { choice, did, says, happens } = table(null);
    says.refusal = { en: "Follow suit.", "zh-Hans": "跟牌。", "zh-Hant": "跟牌。" };
    choice.touch("3S#0");
    choice.queue();
    happens(ONE, LED);
    await rest();
    expect(did).toEqual([]);
    expect(choice.notice).toBe("What you had chosen cannot be played now: Follow suit.");
  });

  it("can be queued only for the trick under way", () => {
    const { choice, happens } = table(ONE);
    choice.touch("9H#0");
    choice.queue();
    expect(choice.queued).toBe(false);
    happens(null, { event: "played", seat: 0, cards: ["9H"], units: [["9H"]] });
    choice.touch("3S#0");
    choice.queue();
    expect(choice.queued).toBe(false);
  });

  it("is empty after a play, also where an equal card stays in the hand", () => {
    const { choice, happens } = table({ ...PAIR, size: 1, forced: [], groups: [] });
    choice.touch("KH#0");
    happens(null, { event: "played", seat: 0, cards: ["KH"], units: [["KH"]] });
    expect(choice.hand).toHaveLength(3);
    expect(choice.chosen).toEqual([]);
    choice.touch("9H#0");
    happens(null, { event: "played", seat: 1, cards: ["5H"], units: [["5H"]] });
    expect(choice.cards).toEqual(["9H"]);
  });

  it("is empty after a throw that failed", () => {
    const { choice, happens } = table({ ...PAIR, size: null, forced: [], groups: [] }, "lead");
    choice.touch("KH#0");
    choice.touch("9H#0");
    happens(
      null,
      {
        event: "throw_failed",
        seat: 0,
        thrown: ["KH", "9H"],
        challenger: 1,
        forced: ["9H"],
        penalty: 0,
      },
      { event: "played", seat: 0, cards: ["9H"], units: [["9H"]] },
    );
    expect(choice.chosen).toEqual([]);
  });

  it("is cleared down to what must be played", () => {
    const { choice } = table({ ...PAIR, size: 3 });
    choice.touch("9H#0");
    choice.clear();
    expect(choice.cards).toEqual(["KH", "KH"]);
    choice.undo();
    expect(choice.cards).toEqual(["KH", "KH", "9H"]);
    choice.touch("KH#0");
    choice.clear();
    expect(choice.cards).toEqual(["KH", "KH"]);
  });
});
