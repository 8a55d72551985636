/** The decision of a hand that is worth being named. */
import type { ReviewedDecision } from "../wire";

/** From so many levels on, a decision was one that mattered. */
const MATTERS = 0.2;

/** The decision of some players at which most was at stake, of those that cost nothing; if there is one. */
export function goodPlay(
  decisions: readonly ReviewedDecision[],
  seats: readonly number[],
): ReviewedDecision | undefined {
  return decisions
    .filter((one) => seats.includes(one.seat) && one.cost === 0 && one.stake >= MATTERS)
    .toSorted((one, other) => other.stake - one.stake)[0];
}
