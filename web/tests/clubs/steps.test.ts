import { expect, it } from "vitest";

import { type Known, stepsOf, strangers } from "../../src/clubs/steps";
import type { ClubMember, ClubState, NightState } from "../../src/wire";

const state = (more: Partial<ClubState> = {}): ClubState =>
  ({ club: "c", people: 1, asked: 0, requests: [], seasons: [{ first: 0 }], ...more }) as ClubState;
const night = (more: Partial<NightState> = {}): NightState =>
  ({
    night: "n",
    role: "organiser",
    stage: "open",
    round: null,
    people: [],
    settings: { rounds: 1, final: "none" },
    ...more,
  }) as unknown as NightState;
const next = (known: Partial<Known>): string | undefined =>
  stepsOf({ state: state(), plan: null, members: [], night: null, ...known }, 0).find(
    ({ done }) => !done,
  )?.name;

const ready = state({ people: 4, seasons: [{ first: 5 }] as unknown as ClubState["seasons"] });
const plan = {} as Known["plan"];
const people = [1, 2, 3, 4].map((one) => ({ person: `g${one}`, account: null, here: true }));
const here = { people: people as unknown as NightState["people"] };

it("leads from founding to the last print, one step after the other", () => {
  expect(next({})).toBe("invite");
  expect(next({ state: state({ people: 4 }) })).toBe("plan");
  expect(next({ state: state({ people: 4 }), plan })).toBe("season");
  expect(next({ state: { ...ready, asked: 1 }, plan })).toBe("answer");
  const known = { state: ready, plan };
  expect(next(known)).toBe("night");
  expect(next({ ...known, night: night() })).toBe("check_in");
  expect(next({ ...known, night: night(here) })).toBe("draw");
  const round = {
    round: 1,
    ended: null,
    started: 1,
    stopped: null,
    tables: [{ ended: null, winners: [], ends: null }],
  };
  const drawn = { ...here, round } as unknown as NightState;
  expect(next({ ...known, night: night(drawn) })).toBe("play");
  const ended = { ...here, round: { ...round, ended: 2 } } as unknown as NightState;
  expect(next({ ...known, night: night(ended) })).toBe("finish");
  const over = night({ ...ended, stage: "over" });
  expect(next({ ...known, night: over })).toBe("guests");
  const members = people.map(({ person }) => ({
    member: `m${person}`,
    name: person,
    merged: null,
    account: null,
    persons: [person],
  })) as unknown as ClubMember[];
  expect(strangers(over, members)).toEqual([]);
  expect(next({ ...known, night: over, members })).toBe("print");
});

it("leads to the desk of an own night, and to the page of another organiser's", () => {
  const ways = (role: NightState["role"]): unknown =>
    stepsOf({ state: ready, plan, members: [], night: night({ role }) }, 0).find(
      ({ name }) => name === "check_in",
    )?.way;
  expect(ways("organiser")).toEqual({ page: "night", night: "n", view: "run" });
  expect(ways("player")).toEqual({ page: "night", night: "n" });
});
