/** The bots that the server offers: what they are called, what they cost, which one is wanted. */
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

/** What a bot is called, by the name that programs have for it. */
export function botName(bot: string): string {
  const key = NAMES.get(bot);
  return key ? t(key) : bot;
}

/** How long a bot lets one wait, in words. */
export function costOf({ seconds }: BotLine): string {
  if (seconds === null) return t("bots.own");
  if (seconds === 0) return t("bots.at_once");
  return t("bots.thinks", { seconds: Number(seconds.toPrecision(1)) });
}

/**
 * The bot that the person wants, by its name: the one chosen last, if there still is such a one.
 *
 * @param offered - the bots to choose among; none: they are not known yet.
 */
export function wantedBot(offered: readonly BotLine[]): string {
  const there = (name: string): boolean => offered.some(({ bot }) => bot === name);
  const [first] = offered;
  if (!first || there(preferences.bot)) return preferences.bot;
  // The highest level is offered only where it is stronger than the one below it.
  const usual = preferences.bot === "master" ? "strong" : defaults().bot;
  return there(usual) ? usual : first.bot;
}
