/** Texts of finished matches, as one person or a neutral viewer reads them. */
import { botName, isCharacter } from "../bots/bots";
import { groupsOf, ownFirst } from "../sheets/accounts";
import type { HandLine, MatchLine, MatchPlayer } from "../wire";
import { t, language } from "../words/words.svelte";

/**
 * The result of a match for a person; `undecided`: without a winner, or without a finished hand.
 */
export type Outcome = "won" | "lost" | "undecided";

/** The players of a seat at the end of a hand; if there are none, its last players. */
export function holdersOf(line: MatchLine, seat: number): MatchPlayer[] {
  const all = line.seats.filter((player) => player.seat === seat);
  const played = all.filter(({ hands }) => hands > 0);
  return played.length > 0 ? played : all.slice(-1);
}

/** The last seat that a person held; `null`: none. */
export function seatOf(line: MatchLine, person: string | null): number | null {
  const held = line.seats.filter((player) => person !== null && player.person === person);
  return held.toSorted((one, other) => one.first - other.first).at(-1)?.seat ?? null;
}

/** The seats that won a match; none where no hand of it was over, however it ended. */
export const winnersOf = ({ hands, winners }: MatchLine): readonly number[] =>
  hands > 0 ? winners : [];

/** The result for a person; `null`: a person who did not play. */
export function outcomeOf(line: MatchLine, person: string | null): Outcome | null {
  const seat = seatOf(line, person);
  if (seat === null) return null;
  const winners = winnersOf(line);
  if (winners.length === 0) return "undecided";
  return winners.includes(seat) ? "won" : "lost";
}

/**
 * The seats by sides, the person's own first: two teams, or the winners and the losers where
 * friends are called.
 */
export function sidesOf(line: MatchLine, person: string | null): number[][] {
  const own = seatOf(line, person);
  if (line.teams === "fixed") return ownFirst(groupsOf(line), own);
  const seats = groupsOf(line).flat();
  const winners = winnersOf(line);
  const sides = [true, false].map((won) => seats.filter((seat) => winners.includes(seat) === won));
  return ownFirst(
    sides.filter(({ length }) => length > 0),
    own,
  );
}

/** The display name of a player. */
export function playerName({ person, name, bot, seat }: MatchPlayer): string {
  if (person === null && bot !== null) {
    if (isCharacter(bot)) return botName(bot);
    return t("history.bot_in", { number: seat + 1, name: botName(bot) });
  }
  return name || t("history.gone");
}

/** A name in a list; `person` is the public id, if known. */
export interface Listed {
  readonly name: string;
  readonly person: string | null;
  /** The text before the name. */
  readonly between: string;
}

/** The players of some seats as a list: people first, then bots grouped by kind. */
export function listedIn(line: MatchLine, seats: readonly number[]): Listed[] {
  const found: Listed[] = [];
  const bots = new Map<string, number>();
  const add = (name: string, person: string | null, between: string): void => {
    found.push({ name, person, between: found.length > 0 ? between : "" });
  };
  for (const seat of seats) {
    const holders = holdersOf(line, seat);
    const [only] = holders;
    if (holders.length === 1 && only && only.person === null && only.bot !== null) {
      bots.set(only.bot, (bots.get(only.bot) ?? 0) + 1);
      continue;
    }
    holders.forEach((player, at) =>
      add(playerName(player), player.person, at > 0 ? "/" : t("table.and")),
    );
  }
  for (const [bot, count] of bots) {
    const name = botName(bot);
    add(isCharacter(bot) ? name : t("history.bots", { count, name }), null, t("table.and"));
  }
  return found;
}

/** The people who played a match, each once, without the viewer; empty without a viewer. */
export function reportable(
  line: MatchLine,
  own: string | null,
): { readonly person: string; readonly name: string }[] {
  const others = new Map<string, string>();
  for (const { person, name } of line.seats) {
    if (own !== null && person !== null && person !== own) others.set(person, name);
  }
  return [...others].map(([person, name]) => ({ person, name }));
}

/** The names of the players of some seats. */
export function namesIn(line: MatchLine, seats: readonly number[]): string {
  return listedIn(line, seats)
    .map(({ name, between }) => between + name)
    .join("");
}

/** The display name of a seat in a hand: the name of its player at the end of the hand. */
export function nameInHand(line: MatchLine, hand: number, seat: number): string {
  const held = line.seats.filter((player) => player.seat === seat && player.first <= hand);
  const player = held.toSorted((one, other) => one.first - other.first).at(-1);
  return player ? playerName(player) : t("history.seat", { number: seat + 1 });
}

/** The winner of a hand, and the levels won. */
export function resultOf({ won, levels }: HandLine): string {
  const by = Math.abs(levels);
  if (won) {
    return by > 0 ? t("history.declarers_up", { levels: by }) : t("history.declarers_hold");
  }
  return by > 0 ? t("history.opponents_up", { levels: by }) : t("history.opponents_hold");
}

/** A time as people write it, to the minute, or a day. */
export function dateOf(at: number, what: "minute" | "day" = "minute"): string {
  const style: Intl.DateTimeFormatOptions = { dateStyle: "medium" };
  if (what === "minute") style.timeStyle = "short";
  return new Intl.DateTimeFormat(language(), style).format(at);
}

/** A part of a whole as people write it. */
export function percentOf(part: number, whole: number): string {
  const share = whole > 0 ? part / whole : 0;
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}
