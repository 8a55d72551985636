/** Cards in the language of the site, for screen readers and sentences. */

import type { Card, OwedState } from "../wire";
import { t } from "../words/words.svelte";
import { countCards, faceOf } from "./cards";

const SUIT_KEYS = {
  D: "table.suit_d",
  C: "table.suit_c",
  H: "table.suit_h",
  S: "table.suit_s",
  T: "table.suit_t",
} as const;

/** The name of a suit, or of the trumps. */
export function suitName(suit: OwedState["suit"]): string {
  return t(SUIT_KEYS[suit]);
}

/** The name of a card. */
export function cardName(card: Card): string {
  const face = faceOf(card);
  if (face.joker !== null) {
    return face.joker === "big" ? t("table.card_big_joker") : t("table.card_small_joker");
  }
  return t("table.card", { rank: face.rank, suit: suitName(face.suit) });
}

/** The names of some cards as a list, equal cards counted. */
export function cardNames(cards: readonly Card[]): string {
  return [...countCards(cards)]
    .map(([card, count]) => (count > 1 ? `${count} × ${cardName(card)}` : cardName(card)))
    .join(t("table.and"));
}
