/** Cards that are still out: not played, not in the player's hand, and not buried by the player. */
import { countCards } from "../cards/cards";
import type { Hand } from "../state/match";
import type { Card, Layout, RulesState } from "../wire";

/** A card, how many copies of it others hold, or the kitty, and how many have been played. */
export interface Out {
  readonly card: Card;
  readonly count: number;
  readonly played: number;
}

/**
 * The cards that are out, by effective suit, each from high to low; includes cards with none left.
 *
 * @param seat - the player's seat; null for an onlooker.
 */
export function outOf(
  hand: Hand,
  seat: number | null,
  layout: Layout,
  { decks, removed }: Pick<RulesState, "decks" | "removed">,
): Out[][] {
  const tricks = [...hand.tricks, ...(hand.trick ? [hand.trick] : [])];
  const buried = hand.buriedBy === seat ? (hand.kitty ?? []) : [];
  const played = countCards(tricks.flatMap(({ plays }) => plays.flatMap(({ cards }) => cards)));
  const gone = countCards([
    ...removed,
    ...(seat === null ? [] : (hand.cards[seat] ?? [])),
    ...buried,
  ]);
  return layout.map((suit) =>
    suit.flat().map((card) => {
      const done = played.get(card) ?? 0;
      return { card, count: decks - done - (gone.get(card) ?? 0), played: done };
    }),
  );
}
