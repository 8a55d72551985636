/** The decision of a hand that is worth being named. */
import type { ReviewedDecision } from "../wire";

/** Minimum levels at stake for a decision to count as important. */
const MATTERS = 0.2;

/** The players' free decision at which most was at stake, if any. */
export function goodPlay(
  decisions: readonly ReviewedDecision[],
  seats: readonly number[],
): ReviewedDecision | undefined {
  return decisions
    .filter((one) => seats.includes(one.seat) && one.cost === 0 && one.stake >= MATTERS)
    .toSorted((one, other) => other.stake - one.stake)[0];
}
