import { expect, test } from "vitest";

import { worstOf } from "../../src/review/worst";
import type { ReviewedDecision } from "../../src/wire";

const decided = (seat: number, cost: number): ReviewedDecision =>
  ({ seat, cost }) as ReviewedDecision;
const review = {
  decisions: [decided(0, 0), decided(1, 0.9), decided(0, 0.2), decided(2, 0.4), decided(0, 0.3)],
  worst: [1, 3, 4],
};

test("of everybody it is what the review says, of a player what cost that one most", () => {
  expect(worstOf(review, null).map(({ cost }) => cost)).toEqual([0.9, 0.4, 0.3]);
  expect(worstOf(review, 0).map(({ cost }) => cost)).toEqual([0.3, 0.2]);
  expect(worstOf(review, 3)).toEqual([]);
});
