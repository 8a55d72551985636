/** Cards that are still out: not played, not in the player's hand, and not buried by the player. */
import { countCards, faceOf } from "../cards/cards";
import type { Hand } from "../state/match";
import type { Card, Layout, OwedState, RulesState } from "../wire";

/** A card, how many copies of it others hold, or the kitty, and how many have been played. */
export interface Out {
  readonly card: Card;
  readonly count: number;
  readonly played: number;
}

/** The cards of an effective suit that are out, from high to low; includes cards with none left. */
export interface SuitOut {
  readonly suit: OwedState["suit"];
  readonly cards: readonly Out[];
}

/**
 * The cards that are out, by effective suit, trumps first.
 *
 * @param seat - the player's seat; null for an onlooker.
 */
export function outOf(
  hand: Hand,
  seat: number | null,
  layout: Layout,
  { decks, removed }: Pick<RulesState, "decks" | "removed">,
): SuitOut[] {
  const tricks = [...hand.tricks, ...(hand.trick ? [hand.trick] : [])];
  const buried = hand.buriedBy === seat ? (hand.kitty ?? []) : [];
  const played = countCards(tricks.flatMap(({ plays }) => plays.flatMap(({ cards }) => cards)));
  const gone = countCards([
    ...removed,
    ...(seat === null ? [] : (hand.cards[seat] ?? [])),
    ...buried,
  ]);
  return layout.map((group, i) => {
    const cards = group.flat();
    return {
      suit: i > 0 && cards[0] ? (faceOf(cards[0]).suit ?? "T") : "T",
      cards: cards.map((card) => {
        const done = played.get(card) ?? 0;
        return { card, count: decks - done - (gone.get(card) ?? 0), played: done };
      }),
    };
  });
}
