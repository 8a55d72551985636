/** Texts of a moment of a replayed hand. */
import { sentenceOf } from "../announce/sentences";
import { botName, isCharacter } from "../bots/bots";
import type { ReplayAsked, ReplayHand, Text } from "../wire";
import { inLanguage, t, language } from "../words/words.svelte";
import type { Stop } from "./stops";

/** Returns the name of a seat's player. */
export type NameOf = (seat: number) => string;

/** The names of the players in a listed hand. */
export function namesIn(hand: ReplayHand): NameOf {
  return (seat) => {
    const { name, bot } = hand.seats[seat] ?? { name: "", bot: null };
    if (bot !== null && isCharacter(bot)) return botName(bot);
    if (bot !== null) return t("replay.bot_in", { number: seat + 1, name: botName(bot) });
    return name || t("replay.seat", { number: seat + 1 });
  };
}

/** A server's text with names inserted. */
export function fillNames(words: Text, nameOf: NameOf): string {
  return inLanguage(words).replace(/\{(\d+)\}/g, (_, seat: string) => nameOf(Number(seat)));
}

/** A player's duty: what was owed, and why. */
export function askedIn({ words, why }: ReplayAsked, nameOf: NameOf): string {
  const asked = fillNames(words, nameOf);
  if (why === null) return asked;
  const between = language() === "en" ? " " : "";
  return fillNames(why, nameOf) + between + asked.charAt(0).toUpperCase() + asked.slice(1);
}

/** The events of a moment, a sentence each. */
export function newsOf(stop: Stop, nameOf: NameOf): string[] {
  if (stop.told.every(({ event }) => event.event === "card_drawn") && stop.told.length > 0) {
    const sizes = stop.told.at(-1)!.match.hand!.sizes;
    return [t("replay.drawn", { count: sizes.reduce((sum, size) => sum + size, 0) })];
  }
  const said = stop.told.map(({ event, match }) =>
    sentenceOf(event, { match, past: false }, { seat: null, players: match.levels.length, nameOf }),
  );
  return said.filter((words) => words !== null);
}

/** The position of a moment in the hand, in words. */
export function placeOf({ moment, hand }: Stop): string {
  if (hand.ended) return t("replay.end");
  if (moment.trick === 0) return t("replay.start");
  return t("replay.at", { trick: moment.trick, play: moment.plays });
}
