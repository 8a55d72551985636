/** The decisions of a hand that cost most. */
import type { HandReviewState } from "../wire";

type Review = NonNullable<HandReviewState["review"]>;

/** So many are told of one player, as of all together. */
const MOST = 3;

/**
 * What cost most, from the worst on.
 *
 * @param seat - only of this player; null: of everybody.
 */
export function worstOf(
  { decisions, worst }: Pick<Review, "decisions" | "worst">,
  seat: number | null,
): Review["decisions"] {
  if (seat === null) return worst.map((place) => decisions[place]!);
  return decisions
    .filter((one) => one.seat === seat && one.cost > 0)
    .toSorted((one, other) => other.cost - one.cost)
    .slice(0, MOST);
}
