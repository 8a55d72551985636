/** The games that can be started from the lobby: rules of the server, and their short names. */
import { houseOf } from "../rules/houses";
import type { Length } from "../state/preferences.svelte";
import type { CheckRules, Game, Text } from "../wire";
import { inLanguage, type Key, t } from "../words/words.svelte";

type Plain = Extract<Key, `shell.system_${string}`>;
type Named<K> = K extends `shell.system_${infer N}_note` ? N : never;

export interface System {
  readonly name: Game;
  readonly title: Plain;
  readonly note: Plain;
  /** The rules, where these are not the preset of that name. */
  readonly rules?: CheckRules["rules"];
}

const system = (name: Game, words: Named<Key>): System => ({
  name,
  title: `shell.system_${words}`,
  note: `shell.system_${words}_note`,
});

export const SYSTEMS: readonly System[] = [
  system("tractor", "tractor"),
  system("finding-friends", "finding_friends"),
  { ...system("land", "land"), rules: { system: "tractor", land: true } },
  system("forty-points", "forty_points"),
  system("three-deck", "three_deck"),
  system("six-player", "six_player"),
  system("six-player-two-deck", "six_player_two_deck"),
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
