/** Which cards are still out: not played, not in one's own hand, and not buried by oneself. */
import { countCards } from "../cards/cards";
import type { Hand } from "../state/match";
import type { Card, Layout, RulesState } from "../wire";

/** A card, and how many copies of it others hold, or the kitty. */
export interface Out {
  readonly card: Card;
  readonly count: number;
}

/**
 * The cards that are out, by effective suit, each from high to low; with those of which none is.
 *
 * @param seat one's own; null for an onlooker.
 */
export function outOf(
  hand: Hand,
  seat: number | null,
  layout: Layout,
  { decks, removed }: Pick<RulesState, "decks" | "removed">,
): Out[][] {
  const tricks = [...hand.tricks, ...(hand.trick ? [hand.trick] : [])];
  const buried = hand.buriedBy === seat ? (hand.kitty ?? []) : [];
  const gone = countCards([
    ...removed,
    ...tricks.flatMap(({ plays }) => plays.flatMap(({ cards }) => cards)),
    ...(seat === null ? [] : (hand.cards[seat] ?? [])),
    ...buried,
  ]);
  return layout.map((suit) =>
    suit.flat().map((card) => ({ card, count: decks - (gone.get(card) ?? 0) })),
  );
}
