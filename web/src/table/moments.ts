/** Moments of a hand that are celebrated for a second. */
import { pointsIn } from "../cards/cards";
import type { Trick } from "../state/match";
import type { EventContext } from "../state/table.svelte";
import type { Event, Rank, Suit } from "../wire";

/** Points from which a trick is a big one. */
const BIG = 15;

/** A moment; `own`: whether the player's side has reason to be glad, or there is only an onlooker. */
export type Moment =
  | { kind: "trump"; suit: Suit | null; rank: Rank | null; seat: number | null }
  | { kind: "kitty"; seat: number }
  | { kind: "trick"; seat: number; points: number }
  | { kind: "level"; before: Rank; after: Rank }
  | { kind: "match"; own: boolean };

/** Whether a trick is worth a moment: many points, or some that a throw or a tractor took. */
export function isBig({ plays, winner, leader }: Trick): boolean {
  const points = pointsIn(plays.flatMap(({ cards }) => cards));
  const units = plays.find(({ seat }) => seat === leader)?.units ?? [];
  const special = units.length > 1 || units.some((unit) => new Set(unit).size > 1);
  return winner !== null && (points >= BIG || (special && points > 0));
}

/**
 * The moment of an event.
 *
 * @param told - the match with the event, and before it.
 * @param seat - the player's seat; null for an onlooker.
 * @returns null for an event without one, and for what is long past.
 */
export function momentOf(
  event: Event,
  { match, before, past }: EventContext,
  seat: number | null,
): Moment | null {
  const hand = match.hand;
  if (past || !hand) return null;
  switch (event.event) {
    case "trump_made":
      return {
        kind: "trump",
        suit: event.suit,
        rank: hand.rank,
        seat: hand.shown.at(-1)?.seat ?? null,
      };
    case "kitty_taken":
      return { kind: "kitty", seat: event.seat };
    case "trick_taken": {
      const trick = hand.tricks.at(-1);
      return trick && isBig(trick)
        ? { kind: "trick", seat: event.seat, points: event.points }
        : null;
    }
    case "hand_ended": {
      const declarers = event.winner === "declarers";
      const won = (one: number) => event.declarers.includes(one) === declarers;
      const one =
        seat ?? (declarers ? event.dealer : event.levels_after.findIndex((_, i) => won(i)));
      const [from, to] = [before?.levels[one], event.levels_after[one]];
      return won(one) && from && to && from !== to
        ? { kind: "level", before: from, after: to }
        : null;
    }
    case "match_ended":
      if (event.winners.length === 0) return null;
      return { kind: "match", own: seat === null || event.winners.includes(seat) };
    default:
      return null;
  }
}
