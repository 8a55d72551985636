/** The server's bots: levels to offer, characters, names, thinking times, and the preferred one. */
import { person } from "../state/person.svelte";
import { preferences } from "../state/preferences.svelte";
import type { BotLine } from "../wire";
import { t } from "../words/words.svelte";

/** The characters, from weak to strong, as in the server's `characters.toml`. */
export const CAST = [
  "quackers",
  "sesame",
  "chestnut",
  "pepper",
  "biscuit",
  "ironox",
  "granny",
  "ripple",
  "uncle",
  "captain",
  "plum",
  "ink",
  "hoo",
  "shell",
  "crane",
  "dragon",
] as const;
export type Character = (typeof CAST)[number];

/** The characters of each level, two and two. */
export const CAST_BY_LEVEL: readonly (readonly Character[])[] = CAST.flatMap((bot, at) =>
  at % 2 === 0 ? [[bot, CAST[at + 1]!]] : [],
);

/** The numbers of the levels, from weak to strong. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Whether a bot is a character, with a name and face of its own. */
export const isCharacter = (bot: string): bot is Character =>
  (CAST as readonly string[]).includes(bot);

/** The bots that have a name in each language; an operator's own go by theirs. */
const NAMED = ["easy", "medium", "strong", "master", "basic", "random", ...CAST] as const;

/** The display name of a bot or of a level, by its id. */
export function botName(bot: string): string {
  const named = NAMED.find((one) => one === bot);
  if (named) return t(`bots.name_${named}`);
  const level = LEVELS.find((number) => levelId(number) === bot);
  return level ? t(`bots.level_${level}`) : bot;
}

/** The id by which a table is filled with characters of a level. */
export function levelId(number: number): string {
  return `level-${number}`;
}

/** The number and the name of a level, such as "3 · Learner". */
export const levelName = (number: number): string => `${number} · ${botName(levelId(number))}`;

/** The thinking time of a bot, in words. */
export function costOf({ seconds }: Pick<BotLine, "seconds">): string {
  if (seconds === null) return t("bots.own");
  if (seconds === 0) return t("bots.at_once");
  return t("bots.thinks", { seconds: Number(seconds.toPrecision(1)) });
}

/** The offered levels, from weak to strong. */
export const levelsIn = (offered: readonly BotLine[]): readonly BotLine[] =>
  offered.filter(({ bot, level }) => level !== null && bot === levelId(level));

/** The level of the user's own rating; for newcomers a gentle one. */
export const ownLevel = (): number => person()?.level ?? 3;

/** Whether a bot is of a level by the level's id, or is that bot. */
export function isOf(bot: string, wanted: string, offered: readonly BotLine[]): boolean {
  const level = offered.find((line) => line.bot === bot)?.level ?? null;
  return bot === wanted || (level !== null && wanted === levelId(level));
}

/** How a level suits the user: `own`, `stronger` by one, or neither. */
export function fitOf(number: number): "own" | "stronger" | null {
  const own = ownLevel();
  if (number === own) return "own";
  return number === own + 1 ? "stronger" : null;
}

/** The levels of bots that were offered before there were characters. */
const BEFORE: Readonly<Record<string, number>> = { easy: 4, medium: 6, strong: 8, master: 8 };

/**
 * The id of the preferred bot: the last one chosen, if it is still offered, else the user's level.
 *
 * @param offered - the bots to choose among; none: not loaded yet.
 */
export function wantedBot(offered: readonly BotLine[]): string {
  const there = (name: string): boolean => offered.some(({ bot }) => bot === name);
  const chosen = preferences.bot;
  const [first] = offered;
  if (chosen && (!first || there(chosen))) return chosen;
  const level = levelId(BEFORE[chosen] ?? ownLevel());
  return !first || there(level) ? level : first.bot;
}
