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
  /** Units that can be played, or buried, whole; longest first. */
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
 * Touches a card: it alone is selected, or deselected.
 *
 * In a full choice, cards that are not forced make room for a card that completes it.
 */
export function touch(chosen: Chosen, id: string, hand: readonly HeldCard[], duty: Duty): Chosen {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return withUnit(chosen, [id], hand, duty) ?? [...chosen, id];
}

/**
 * Takes a whole unit of a card: the longest that has room, or the next shorter one of a unit that is
 * chosen; `null` when the card is in no unit with room.
 */
export function takeUnit(
  chosen: Chosen,
  id: string,
  hand: readonly HeldCard[],
  duty: Duty,
): Chosen | null {
  const card = hand.find((held) => held.id === id)?.card;
  const units = duty.groups
    .filter((group) => group.some((other) => other === card))
    .flatMap((group) => [group, group.filter((other) => other === card)])
    .map((cards) => idsOf(cards, hand, [id]))
    .sort((one, other) => other.length - one.length);
  const taken = units.find((unit) => unit.every((other) => chosen.includes(other)));
  if (!taken) return units.map((unit) => withUnit(chosen, unit, hand, duty)).find(Boolean) ?? null;
  const shorter = units.find(({ length }) => length < taken.length) ?? [id];
  const kept = new Set([...shorter, ...idsOf(duty.forced, hand, chosen)]);
  return chosen.filter((other) => kept.has(other) || !taken.includes(other));
}

/** The choice with a unit, in place of others that are not forced if need be; `null`: no room. */
function withUnit(
  chosen: Chosen,
  unit: Chosen,
  hand: readonly HeldCard[],
  { size, forced }: Duty,
): Chosen | null {
  const both = [...new Set([...chosen, ...unit])];
  if (size === null || both.length <= size) return both;
  const kept = idsOf(forced, hand, chosen).filter((id) => chosen.includes(id));
  const alone = [...new Set([...kept, ...unit])];
  return alone.length === size ? alone : null;
}

/** Drags across cards: all are selected, or all deselected, as the first card was. */
export function drawAcross(chosen: Chosen, ids: readonly string[], choose: boolean): Chosen {
  const crossed = new Set(ids);
  const rest = chosen.filter((id) => !crossed.has(id));
  return choose ? [...chosen, ...ids.filter((id) => !chosen.includes(id))] : rest;
}
