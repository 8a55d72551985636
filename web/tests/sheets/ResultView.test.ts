import { mount, unmount } from "svelte";
import { expect, test } from "vitest";

import ResultView from "../../src/sheets/ResultView.svelte";
import type { LiveTable } from "../../src/state/table.svelte";
import type { HandAccount, RulesState } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const standing = { level: "2", lap: 0 };
const ACCOUNT = {
  number: 1,
  rank: "2",
  suit: "H",
  tricks: [],
  penalty: 0,
  discarded: 0,
  before: Array(4).fill(standing),
  after: Array(4).fill(standing),
  held: [],
  gain: 0,
  auto_level: false,
  ended: {
    dealer: 0,
    declarers: [0, 2],
    winner: "declarers",
    levels: 0,
    tricks: 40,
    points: 40,
    factor: 0,
    halved: false,
    kitty: ["5H", "3C"],
    kitty_points: 5,
    hooked: [],
    fined: [],
    missing: 0,
    next_dealer: 2,
  },
} as unknown as HandAccount;
const RULES = {
  players: 4,
  teams: "fixed",
  scale: [],
  kitty_counts: true,
  last_level: "A",
  must_play: ["A"],
} as unknown as RulesState;

test.each([
  ["en", "The Declarers won the last trick, so the kitty does not count."],
  ["zh-Hans", "最后一轮庄家大，底牌分不算。"],
] as const)(
  "says in %s that the kitty does not count, and shows it to who may see it",
  async (tongue, words) => {
    await speak(tongue);
    const target = document.createElement("div");
    const live = { seat: 0, table: { id: "t", rules: RULES, seats: [] }, read: () => {} };
    const props = { live: live as unknown as LiveTable, account: ACCOUNT, rules: RULES };
    const shown = mount(ResultView, { target, props });
    expect(target.querySelector(".ledger tr:nth-child(2) th")?.textContent).toBe(words);
    expect(target.querySelectorAll(".kitty .card")).toHaveLength(2);
    expect(target.querySelector(".dealt [data-suit=H]")).not.toBeNull();
    void unmount(shown);
  },
);
