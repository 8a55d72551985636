/** The games that can be started from the lobby: rules of the server, and their short names. */
import type { CheckRules, Game, Text } from "../wire";
import { inTongue, type Key, t } from "../words/words.svelte";

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

/** The rules of a game, by its name. */
export function rulesOf(name: string): CheckRules["rules"] {
  return SYSTEMS.find((system) => system.name === name)?.rules ?? name;
}

/** What people call the game of a table; where they have no name for it, the text it comes from. */
export function gameName({ game, heading }: { game: Game | null; heading: Text }): string {
  const system = SYSTEMS.find(({ name }) => name === game);
  return system ? t(system.title) : inTongue(heading);
}
