/** The stakes of each side of a rated match, and the time left for an absent player to return. */
import { groupsOf } from "../sheets/accounts";
import type { Leaving, RulesState, SeatStake } from "../wire";

/** A side of a match, or a player without a side. */
export interface StakeSide {
  readonly seats: readonly { readonly seat: number; readonly stake: SeatStake }[];
  /** The score that is expected of it, from 0 to 1. */
  readonly expected: number;
}

/** The sides, that of a seat first. */
export function sidesAtStake(
  rules: Pick<RulesState, "players" | "teams">,
  stakes: readonly SeatStake[],
  own: number | null,
): StakeSide[] {
  const sides = groupsOf(rules).map((group) => {
    const seats = group.flatMap((seat) => {
      const stake = stakes[seat];
      return stake ? [{ seat, stake }] : [];
    });
    return { seats, expected: seats[0]?.stake.expected ?? 0 };
  });
  const mine = sides.filter(({ seats }) => seats.some(({ seat }) => seat === own));
  return [...mine, ...sides.filter((side) => !mine.includes(side))];
}

/** Seconds left for an absent player to return, at the server's time `now`. */
export function secondsLeft({ since }: Leaving, grace: number, now: number): number {
  return Math.max(0, Math.ceil(grace - (now - since) / 1000));
}
