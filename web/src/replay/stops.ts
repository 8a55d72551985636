/** A hand in steps: what lies where after each play. No rule is here, the events say it all. */
import { type Match, matchAt, step } from "../state/match";
import type { Event, Rank } from "../wire";

/** The hand as it stands after some of its events. */
export interface Stop {
  /** How many events have happened. */
  readonly events: number;
  readonly match: Match;
}

/** What a hand is gone through by. */
export interface Told {
  /** The level of each seat before it. */
  readonly levels: readonly Rank[];
  /** All its events, with all cards. */
  readonly events: readonly Event[];
}

/** How many cards the kitty has, and how many play. */
export interface Sizes {
  readonly players: number;
  readonly kitty_size: number;
}

/**
 * Where one stops in a hand: before the first lead, after each play, and at the end.
 *
 * A hand that is not played, because it was dealt again, has its end alone.
 */
export function stopsOf({ levels, events }: Told, sizes: Sizes): Stop[] {
  let match = matchAt({ levels, laps: [], hands: 0, results: [] });
  const stops: Stop[] = [];
  events.forEach((event, at) => {
    const leads = event.event === "played" || event.event === "throw_failed";
    if (leads && stops.length === 0) stops.push({ events: at, match });
    match = step(match, event, sizes);
    if (event.event === "played") stops.push({ events: at + 1, match });
    // The trick that is complete lies there until the next is led.
    const last = stops.at(-1);
    if (event.event === "trick_taken" && last) {
      stops[stops.length - 1] = { events: at + 1, match };
    }
  });
  stops.push({ events: events.length, match });
  return stops;
}

/** The stops at which a trick has just been taken, and the first and the last one. */
export function tricksOf(stops: readonly Stop[]): number[] {
  const done = (stop: Stop): number => stop.match.hand?.tricks.length ?? 0;
  return stops.flatMap((stop, at) => {
    const before = at === 0 ? -1 : done(stops[at - 1]!);
    return done(stop) > before || at === stops.length - 1 ? [at] : [];
  });
}
