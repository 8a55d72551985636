/** Cards as written on the wire (`5H`, `10S`, `SJ`, `BJ`), taken apart for drawing and naming. */

import type { Card, Rank, Suit } from "../wire";

export type Joker = "small" | "big";

/** A card taken apart: a rank and a suit, or a Joker. */
export type Face =
  { rank: Rank; suit: Suit; joker: null } | { rank: null; suit: null; joker: Joker };

/** The suit signs, as text and not as pictures of a colour of their own. */
export const SUIT_SIGNS: Record<Suit, string> = {
  D: "\u2666\uFE0E",
  C: "\u2663\uFE0E",
  H: "\u2665\uFE0E",
  S: "\u2660\uFE0E",
};

/** The rank and suit of a card, or which Joker it is. */
export function faceOf(card: Card): Face {
  if (card === "SJ" || card === "BJ") {
    return { rank: null, suit: null, joker: card === "BJ" ? "big" : "small" };
  }
  return { rank: card.slice(0, -1) as Rank, suit: card.slice(-1) as Suit, joker: null };
}

/** The points printed into a card: what fives, tens and kings count. */
export function pointsOf(card: Card): number {
  const { rank } = faceOf(card);
  if (rank === "5") return 5;
  return rank === "10" || rank === "K" ? 10 : 0;
}

/** The points in some cards. */
export function pointsIn(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + pointsOf(card), 0);
}

/** Number of copies of each card in a list. */
export function countCards(cards: readonly Card[]): Map<Card, number> {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** A list without the cards of another, copy by copy; those that are not in it are passed over. */
export function without(cards: readonly Card[], taken: readonly Card[]): Card[] {
  const counts = countCards(taken);
  return cards.filter((card) => {
    const left = counts.get(card) ?? 0;
    if (left > 0) counts.set(card, left - 1);
    return left === 0;
  });
}
