import { expect, test } from "vitest";

import { nextStep } from "../../src/organising/steps";
import type { NightRound, NightState, NightTable } from "../../src/wire";

const MINUTE = 60_000;
const NOW = 100 * MINUTE;

const table = (part: Partial<NightTable>): NightTable =>
  ({ ended: null, winners: [], ends: NOW + MINUTE, ...part }) as unknown as NightTable;
const running = table({});
const round = (part: Partial<NightRound>): NightRound =>
  ({ round: 2, started: 1, stopped: null, ended: null, tables: [running], ...part }) as NightRound;
const night = (part: Partial<NightState>, rounds: number | null = 4): NightState =>
  ({
    stage: part.round ? "running" : "open",
    round: null,
    people: [..."abcde"].map((person) => ({ person, here: person !== "e" })),
    settings: { rounds, final: "none" },
    ...part,
  }) as unknown as NightState;
const people = (count: number): NightState["people"] => night({}).people.slice(0, count);

test.each([
  ["three are here, too few for a table", night({ people: people(3) }), "wait"],
  ["four are here", night({ people: people(4) }), "draw"],
  ["a round was drawn", night({ round: round({ started: null }) }), "start"],
  ["the clock stands", night({ round: round({ stopped: NOW }) }), "resume"],
  ["they play", night({ round: round({}) }), "play"],
  [
    "one table has stopped, one plays",
    night({ round: round({ tables: [table({ ended: 1 }), running] }) }),
    "play",
  ],
  [
    "a table has stopped, one has won, for one the time is up",
    night({
      round: round({
        tables: [table({ ended: 1 }), table({ winners: [0, 2] }), table({ ends: NOW })],
      }),
    }),
    "end-round",
  ],
  ["a round without a clock", night({ round: round({ tables: [table({ ends: null })] }) }), "play"],
  ["between rounds", night({ round: round({ ended: NOW }) }), "draw"],
  ["after the last round", night({ round: round({ round: 4, ended: NOW }) }), "end-night"],
  ["as many rounds as they like", night({ round: round({ ended: NOW }) }, null), "draw"],
  ["it is over", night({ stage: "over" }), "over"],
])("when %s", (_, state, step) => {
  expect(nextStep(state, NOW)).toBe(step);
});
