/** The games that can be started from the lobby: rules of the server, and their short names. */
import { houseOf } from "../rules/houses";
import type { Length } from "../state/preferences.svelte";
import type { CheckRules, Game, Text } from "../wire";
import { inLanguage, type Key, t } from "../words/words.svelte";

export interface System {
  readonly name: Game;
  /** The rules, where these are not the preset of that name. */
  readonly rules?: CheckRules["rules"];
  readonly title: Plain;
  readonly note: Plain;
}

type Plain = Extract<Key, `shell.system_${string}`>;

export const SYSTEMS: readonly System[] = [
  { name: "tractor", title: "shell.system_tractor", note: "shell.system_tractor_note" },
  {
    name: "finding-friends",
    title: "shell.system_finding_friends",
    note: "shell.system_finding_friends_note",
  },
  {
    name: "land",
    rules: { system: "tractor", land: true },
    title: "shell.system_land",
    note: "shell.system_land_note",
  },
  {
    name: "forty-points",
    title: "shell.system_forty_points",
    note: "shell.system_forty_points_note",
  },
  { name: "three-deck", title: "shell.system_three_deck", note: "shell.system_three_deck_note" },
  { name: "six-player", title: "shell.system_six_player", note: "shell.system_six_player_note" },
  {
    name: "six-player-two-deck",
    title: "shell.system_six_player_two_deck",
    note: "shell.system_six_player_two_deck_note",
  },
];

/** The rules of a game, by its name or that of a house's; what is not known is Tractor. */
export function rulesOf(game: string, length: Length = "rules"): CheckRules["rules"] {
  const rules = houseOf(game)?.rules ?? SYSTEMS.find(({ name }) => name === game)?.rules ?? game;
  const known = rules !== game || SYSTEMS.some(({ name }) => name === game);
  const found = known ? rules : "tractor";
  if (length === "rules" || length === "hand") return found;
  return { ...(typeof found === "string" ? { preset: found } : found), last_level: length };
}

/** The name of a table's game; of a game without a name, the name of its text. */
export function gameName({ game, heading }: { game: Game | null; heading: Text }): string {
  const system = SYSTEMS.find(({ name }) => name === game);
  return system ? t(system.title) : inLanguage(heading);
}
