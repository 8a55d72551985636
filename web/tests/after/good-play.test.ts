import { expect, test } from "vitest";

import { goodPlay } from "../../src/after/good-play";
import type { ReviewedDecision } from "../../src/wire";

const decided = (seat: number, cost: number, stake: number): ReviewedDecision =>
  ({ seat, cost, stake }) as ReviewedDecision;

test("a good play is the one at which most was at stake, of those that cost nothing", () => {
  const decisions = [
    decided(0, 0, 0.3),
    decided(1, 0.4, 2),
    decided(1, 0, 0.9),
    decided(2, 0, 1.5),
  ];
  expect(goodPlay(decisions, [0, 1])).toBe(decisions[2]);
  expect(goodPlay(decisions, [0])).toBe(decisions[0]);
  expect(goodPlay([decided(0, 0, 0.1)], [0])).toBeUndefined();
});
