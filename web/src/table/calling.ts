/** Calling friends: the list of calls as it is put together. Pure: every step gives a new list. */

import type { Call, Card, CallChoice } from "../wire";
import { faceOf } from "../cards/cards";
import { t } from "../words/words.svelte";

/** The cards that may be called, by suit, in the server's order. */
export function bySuit(choices: readonly CallChoice[]): CallChoice[][] {
  const suits = new Map<string, CallChoice[]>();
  for (const choice of choices) {
    const suit = faceOf(choice.card).suit ?? "joker";
    suits.set(suit, [...(suits.get(suit) ?? []), choice]);
  }
  return [...suits.values()];
}

/** Adds the first copy of a card that is not called yet; unchanged when there is none, or no room. */
export function addCall(calls: readonly Call[], choice: CallChoice, size: number): readonly Call[] {
  if (calls.length >= size) return calls;
  for (let ordinal = 1; ordinal <= choice.copies; ordinal++) {
    if (!isCalled(calls, choice.card, ordinal)) return [...calls, { card: choice.card, ordinal }];
  }
  return calls;
}

/** Whether a copy of a card is called. */
export function isCalled(calls: readonly Call[], card: Card, ordinal: number): boolean {
  return calls.some((call) => call.card === card && call.ordinal === ordinal);
}

/** Calls another copy instead. */
export function withOrdinal(calls: readonly Call[], at: number, ordinal: number): readonly Call[] {
  return calls.map((call, i) => (i === at ? { ...call, ordinal } : call));
}

const NTH = {
  one: "table.nth_one",
  two: "table.nth_two",
  few: "table.nth_few",
  other: "table.nth_other",
  zero: "table.nth_other",
  many: "table.nth_other",
} as const;

/** The ordinal of a card's copy, in words: its place in the order of play. */
export function nth(ordinal: number): string {
  const form = new Intl.PluralRules("en", { type: "ordinal" }).select(ordinal);
  return t(NTH[form], { ordinal });
}
