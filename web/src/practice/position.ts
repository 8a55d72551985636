/** A hand as a seat sees it at a decision, built from events alone, without rules. */
import { layOut } from "../table/hand";
import { type Hand, matchAt, step } from "../state/match";
import { teamOf } from "../state/teams";
import type { Card, PuzzleAsked } from "../wire";

/** The relationship of a seat to the viewer. */
export type Tie = "self" | "partner" | "opponent" | "player";

/** The hand of a puzzle as its seat sees it now; null: nothing has happened. */
export function handOf({ levels, events, rules }: PuzzleAsked): Hand | null {
  let match = matchAt({ levels, laps: [], hands: 0, deals: 0, results: [] });
  for (const event of events) match = step(match, event, rules);
  return match.hand;
}

/** Cards as they are laid out under the trump, suit by suit. */
export function bySuit(cards: readonly Card[], { layout }: Pick<PuzzleAsked, "layout">): Card[][] {
  return layOut(cards, layout).map((suit) => suit.map(({ card }) => card));
}

/** The seats of the Dealer's side, as far as they are known. */
export function declarersOf(hand: Hand, { rules }: Pick<PuzzleAsked, "rules">): number[] {
  if (hand.dealer === null) return [];
  const { dealer } = hand;
  if (rules.teams === "friends") return [dealer, ...hand.joined.map(({ seat }) => seat)];
  return Array.from({ length: rules.players }, (_, seat) => seat).filter(
    (seat) => teamOf(seat) === teamOf(dealer),
  );
}

/** The points that the Opponents have taken so far, as far as sides are known. */
export function pointsOf(hand: Hand, puzzle: Pick<PuzzleAsked, "rules">): number {
  const declarers = declarersOf(hand, puzzle);
  return hand.tricks.reduce(
    (sum, { winner, points }) =>
      winner === null || declarers.includes(winner) ? sum : sum + points,
    0,
  );
}

/** The relationship of a seat to the deciding seat. */
export function tieOf(
  seat: number,
  { seat: own, rules }: Pick<PuzzleAsked, "seat" | "rules">,
): Tie {
  if (seat === own) return "self";
  if (rules.teams === "friends") return "player";
  return teamOf(seat) === teamOf(own) ? "partner" : "opponent";
}

/** Number of seats after the deciding seat, in playing order. */
export function placeOf(
  seat: number,
  { seat: own, rules }: Pick<PuzzleAsked, "seat" | "rules">,
): number {
  return (seat - own + rules.players) % rules.players;
}
