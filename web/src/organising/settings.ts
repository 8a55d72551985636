/** The settings of a night as a form has them. */
import { rulesOf } from "../lobby/systems";
import type { NightSettings, Rank } from "../wire";

/** What the server takes where nothing else is chosen (`NightSettings` in `shengji.nights`). */
export const FRESH: NightSettings = {
  title: "",
  series: "",
  least_nights: 3,
  rules: {},
  start_level: "8",
  rounds: 4,
  minutes: 45,
  partners: "drawn",
  rated: true,
  casual: [],
  tables: 0,
  real_cards: [],
  uneven: "sit-out",
  six_play: "friends",
  friends_rules: { preset: "finding-friends" },
  six_rules: { preset: "six-player" },
  by_standings: false,
  hide_standings: false,
  error_points: 0,
  error_levels: 0,
};

/** What few nights have otherwise than others. */
export const RARE = [
  "uneven",
  "six_play",
  "by_standings",
  "tables",
  "casual",
  "error_points",
  "error_levels",
] as const satisfies (keyof NightSettings)[];

/** The levels with which a match may begin; `null`: as the rules say. */
export const LEVELS: readonly (Rank | null)[] = [null, "2", "5", "8", "10", "J"];

/** The rules of a game of the lobby, or of a house, as a night takes them. */
export function rulesFor(game: string): NightSettings["rules"] {
  const rules = rulesOf(game);
  return typeof rules === "string" ? { preset: rules } : rules;
}

/** Zhang's texts of Tractor; nights are of the older one, whose rules they name (Z16 §3). */
export const EDITIONS = { "2021": "tractor", "2016": "zhang-2016" } as const;

/** Which of Zhang's texts rules are; `null`: another game, or a house's. */
export function editionOf(rules: NightSettings["rules"]): keyof typeof EDITIONS | null {
  const { preset = "zhang-2021", ...more } = rules;
  if (Object.keys(more).length > 0) return null;
  if (preset === EDITIONS["2016"]) return "2016";
  return preset === EDITIONS["2021"] || preset === "zhang-2021" ? "2021" : null;
}

/** The numbers of tables that somebody has written: `1, 2 4`. */
export const tablesIn = (text: string): number[] =>
  [...new Set((text.match(/\d+/g) ?? []).map(Number))]
    .filter((table) => table > 0)
    .sort((a, b) => a - b);
