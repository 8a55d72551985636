/** Which cards of the hand are chosen. Pure: every step gives a new choice. */

import type { Card } from "../wire";
import type { HeldCard } from "./hand";
import { countCards } from "../cards/cards";

/** The ids of the chosen cards, in the order of choosing. */
export type Chosen = readonly string[];

/** The turn's constraints on a choice. */
export interface Duty {
  /** Number of cards to choose; `null`: any. */
  size: number | null;
  /** The cards that are in every legal play. */
  forced: readonly Card[];
  /** The cards in no legal play, each once. */
  unplayable: readonly Card[];
  /** Units that belong together, longest first. */
  groups: readonly (readonly Card[])[];
}

export const NO_DUTY: Duty = { size: null, forced: [], unplayable: [], groups: [] };

/** The cards that ids stand for, in the order of the hand. */
export function cardsOf(chosen: Chosen, hand: readonly HeldCard[]): Card[] {
  const ids = new Set(chosen);
  return hand.filter((held) => ids.has(held.id)).map((held) => held.card);
}

/** The ids of some cards in a hand, those already chosen first; fewer when the hand lacks some. */
export function idsOf(
  cards: readonly Card[],
  hand: readonly HeldCard[],
  first: Chosen = [],
): string[] {
  const wanted = countCards(cards);
  const preferred = new Set(first);
  const ordered = [
    ...hand.filter((held) => preferred.has(held.id)),
    ...hand.filter((held) => !preferred.has(held.id)),
  ];
  const found = new Set<string>();
  for (const { id, card } of ordered) {
    const left = wanted.get(card) ?? 0;
    if (left > 0) {
      found.add(id);
      wanted.set(card, left - 1);
    }
  }
  return hand.filter((held) => found.has(held.id)).map((held) => held.id);
}

/** The choice when a turn begins: what was chosen ahead of it, as far as the forced cards allow. */
export function atTurn(chosen: Chosen, hand: readonly HeldCard[], duty: Duty): Chosen {
  const kept = stillHeld(chosen, hand);
  const forced = idsOf(duty.forced, hand, kept);
  const both = [...forced, ...kept.filter((id) => !forced.includes(id))];
  return duty.size !== null && both.length > duty.size ? forced : both;
}

/** A choice without the cards that have left the hand. */
export function stillHeld(chosen: Chosen, hand: readonly HeldCard[]): Chosen {
  const ids = new Set(hand.map((held) => held.id));
  return chosen.filter((id) => ids.has(id));
}

/**
 * Touches a card.
 *
 * A chosen card is deselected alone. Another card selects the longest unit around it that is not
 * selected yet and fits the duty. In a full choice, cards that are not forced make room for a unit,
 * or a single card, that completes it.
 */
export function touch(chosen: Chosen, id: string, hand: readonly HeldCard[], duty: Duty): Chosen {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  const touched = hand.find((held) => held.id === id);
  if (!touched) return chosen;
  const forced = idsOf(duty.forced, hand, chosen).filter((other) => chosen.includes(other));
  for (const group of [...duty.groups, [touched.card]]) {
    if (!group.includes(touched.card)) continue;
    const unit = unitAround(id, group, chosen, hand);
    if (!unit) continue;
    if (duty.size === null || chosen.length + unit.length <= duty.size) return [...chosen, ...unit];
    if (
      !unit.some((other) => forced.includes(other)) &&
      forced.length + unit.length === duty.size
    ) {
      return [...forced, ...unit];
    }
  }
  return [...chosen, id];
}

/** The unit with the touched card among those not chosen; `null` when some of it is, or is missing. */
function unitAround(
  id: string,
  group: readonly Card[],
  chosen: Chosen,
  hand: readonly HeldCard[],
): string[] | null {
  const wanted = countCards(group);
  const free = hand.filter((held) => !chosen.includes(held.id));
  const touchesChosen = hand.some((held) => chosen.includes(held.id) && wanted.has(held.card));
  if (group.length > 1 && touchesChosen) return null;
  const unit = idsOf(group, free, [id]);
  return unit.length === group.length ? unit : null;
}

/** Drags across cards: all are selected, or all deselected, as the first card was. */
export function drawAcross(chosen: Chosen, ids: readonly string[], choose: boolean): Chosen {
  const crossed = new Set(ids);
  const rest = chosen.filter((id) => !crossed.has(id));
  return choose ? [...chosen, ...ids.filter((id) => !chosen.includes(id))] : rest;
}
