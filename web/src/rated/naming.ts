/** Pools, seasons and ratings in words. */
import { gameName } from "../lobby/systems";
import type { Pool, RatedSet } from "../wire";
import { t, language } from "../words/words.svelte";

const NAMES = {
  "one-deck": "rated.pool_one_deck",
  "two-decks": "rated.pool_two_decks",
  "more-decks": "rated.pool_more_decks",
  friends: "rated.pool_friends",
} as const satisfies Record<Pool, string>;

export const POOLS = ["one-deck", "two-decks", "more-decks", "friends"] as const satisfies Pool[];

export function poolName(pool: Pool): string {
  return t(NAMES[pool]);
}

/** The name of a set of rules: its game, or its own name where several sets share the game. */
export function setName(set: RatedSet, sets: readonly RatedSet[]): string {
  const name = gameName(set);
  return set.name !== set.game && sets.some((other) => other !== set && gameName(other) === name)
    ? `${name} · ${set.name}`
    : name;
}

/** A season such as `2026-1`: a half of a year. */
export function seasonName(season: string): string {
  const [year = season, half] = season.split("-");
  const words = half === "2" ? t("rated.season_half_2") : t("rated.season_half_1");
  return t("rated.season_name", { year, half: words });
}

/** A rating as people read it: whole points. */
export function ratingText(value: number): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 0, useGrouping: false }).format(
    value,
  );
}

/** The half-width of the rating's 95 % interval. */
export function spread(deviation: number): string {
  return t("rated.within", { spread: ratingText(2 * deviation) });
}

/** A score from 0 to 1, expected or made, as a part of a hundred. */
export function percent(score: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(score);
}
