/** The server's bots: names, thinking times, and the preferred one. */
import { defaults, preferences } from "../state/preferences.svelte";
import type { BotLine } from "../wire";
import { t, type Key } from "../words/words.svelte";

/** The bots that have a name in each language; an operator's own go by theirs. */
const NAMES: ReadonlyMap<string, Extract<Key, `bots.name_${string}`>> = new Map([
  ["easy", "bots.name_easy"],
  ["medium", "bots.name_medium"],
  ["strong", "bots.name_strong"],
  ["master", "bots.name_master"],
  ["basic", "bots.name_basic"],
  ["random", "bots.name_random"],
]);

/** The display name of a bot, by its id. */
export function botName(bot: string): string {
  const key = NAMES.get(bot);
  return key ? t(key) : bot;
}

/** The thinking time of a bot, in words. */
export function costOf({ seconds }: BotLine): string {
  if (seconds === null) return t("bots.own");
  if (seconds === 0) return t("bots.at_once");
  return t("bots.thinks", { seconds: Number(seconds.toPrecision(1)) });
}

/**
 * The id of the preferred bot: the last one chosen, if it is still offered.
 *
 * @param offered - the bots to choose among; none: not loaded yet.
 */
export function wantedBot(offered: readonly BotLine[]): string {
  const there = (name: string): boolean => offered.some(({ bot }) => bot === name);
  const [first] = offered;
  if (!first || there(preferences.bot)) return preferences.bot;
  // The highest level is offered only where it is stronger than the level below it.
  const usual = preferences.bot === "master" ? "strong" : defaults().bot;
  return there(usual) ? usual : first.bot;
}
