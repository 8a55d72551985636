import { beforeAll, expect, test } from "vitest";

import { noticeWords } from "../../src/room/notices";
import { speak } from "../../src/words/words.svelte";
import type { Card, ProposalEnded } from "../../src/wire";

beforeAll(() => speak("en"));

const said = (given: Partial<ProposalEnded>, seat = 1, company = true): string =>
  noticeWords(
    {
      type: "proposal_ended",
      version: 9,
      what: "take_back",
      seat: 0,
      outcome: "agreed",
      ...given,
    },
    { seat, company },
  );

test("a proposal ends as the server says it has", () => {
  expect(said({})).toBe("All agreed: the play has been taken back.");
  expect(said({}, 0, false)).toBe("");
  expect(said({ what: "claim_all" })).toBe("All have accepted: the rest was played out.");
  expect(said({ what: "concede" })).toBe("");
  expect(said({ outcome: "declined" })).toBe("Not everybody agreed, so nothing changes.");
  expect(said({ what: "claim_none", outcome: "declined" })).toBe("Somebody wants to play on.");
  expect(said({ outcome: "withdrawn" })).toBe("The proposal no longer stands.");
  expect(said({ outcome: "withdrawn" }, 0)).toBe("");
  expect(said({ outcome: "played" })).toMatch(/^A card was played first/);
  expect(said({ outcome: "off" })).toBe("The proposal no longer stands.");
  expect(said({ outcome: "over" })).toBe("");
});

test("what was decided for one is told in one line", () => {
  const told = (...cards: Card[][]): string =>
    noticeWords(
      {
        type: "stood_in",
        decisions: cards.map((cards, at) => ({ version: at, cards })),
      },
      { seat: 0 },
    );
  expect(told([])).toBe("While you were away, a bot decided for you.");
  expect(told([], ["9H"])).toMatch(/^While you were away, a bot played for you: 9/);
  expect(told(...Array<Card[]>(4).fill(["9H"]))).toBe(
    "While you were away, a bot played for you, 4 times.",
  );
});
