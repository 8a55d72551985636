/** The whole pack that is dealt. */
import type { Card, Rank, RulesState } from "../wire";
import { SUIT_SIGNS, without } from "./cards";

export const RANKS: readonly Rank[] = [..."23456789", "10", ..."JQKA"] as Rank[];

/** All cards of these rules, in no order that means anything. */
export function packOf({ decks, removed }: Pick<RulesState, "decks" | "removed">): Card[] {
  const suits = Object.keys(SUIT_SIGNS);
  const deck = suits.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}` as Card));
  const all = Array.from({ length: decks }, () => [...deck, "SJ", "BJ"] as Card[]);
  return without(all.flat(), removed);
}
