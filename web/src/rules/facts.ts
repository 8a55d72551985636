/** Sentences of a rules summary, from the rules as resolved by the server. */
import type { RulesState } from "../wire";

/** The sentences that may stand in the summary. */
export type FactKey =
  | "rules.fact_cards"
  | "rules.fact_fixed"
  | "rules.fact_friends"
  | "rules.fact_land"
  | "rules.fact_points"
  | "rules.fact_kitty"
  | "rules.fact_kitty_none";

/** A sentence, and what is put into it. */
export type Fact = readonly [key: FactKey, parameters: Fill];

/** All that the sentences are filled with; each takes what it needs. */
export interface Fill {
  readonly players: number;
  readonly count: number;
  readonly each: number;
  readonly kitty: number;
  readonly points: number;
  readonly total: number;
}

/** The summary of rules, from the players to the counting. */
export function factsOf(rules: RulesState): Fact[] {
  const fill: Fill = {
    players: rules.players,
    count: rules.decks,
    each: rules.hand_size,
    kitty: rules.kitty_size,
    points: rules.scale.find(([, opponentsWin]) => opponentsWin)?.[0] ?? rules.total,
    total: rules.total,
  };
  const keys: FactKey[] = [
    "rules.fact_cards",
    rules.teams === "fixed" ? "rules.fact_fixed" : "rules.fact_friends",
    ...(rules.land ? ["rules.fact_land" as const] : []),
    "rules.fact_points",
    rules.kitty_counts ? "rules.fact_kitty" : "rules.fact_kitty_none",
  ];
  const called = { ...fill, count: rules.calls };
  return keys.map((key) => [key, key === "rules.fact_friends" ? called : fill]);
}
