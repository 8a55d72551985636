/** A hand in steps: the position at each of its moments, built from events alone, without rules. */
import { type Hand, type Match, matchAt, step, type Trick } from "../state/match";
import type { Event, HandReplay, ReplayMoment, RulesState } from "../wire";

/** The inputs of a replay other than the events. */
export type Sizes = Pick<RulesState, "players" | "kitty_size" | "teams">;

/** An event, with the match as it is after it. */
export interface StopEvent {
  readonly event: Event;
  readonly match: Match;
}

/** The hand at one of its moments. */
export interface Stop {
  readonly moment: ReplayMoment;
  readonly hand: Hand;
  /** The current trick, or the one that was just taken; null before the first lead. */
  readonly trick: Trick | null;
  /** The events since the previous moment. */
  readonly told: readonly StopEvent[];
}

/** The moments of a hand, in order. */
export function stopsOf(
  { levels, events, moments }: Pick<HandReplay, "levels" | "events" | "moments">,
  sizes: Sizes,
): Stop[] {
  let match = matchAt({ levels, laps: [], hands: 0, deals: 0, results: [] });
  let at = 0;
  return moments.map((moment) => {
    const told: StopEvent[] = [];
    for (; at < moment.at; at++) {
      match = step(match, events[at]!, sizes);
      told.push({ event: events[at]!, match });
    }
    const hand = match.hand!;
    return { moment, hand, trick: hand.trick ?? hand.tricks.at(-1) ?? null, told };
  });
}

/** Before the first lead of a hand, or at its end where there was none. */
export function leadOf(stops: readonly Stop[]): number {
  const first = stops.findIndex(({ moment }) => moment.trick > 0);
  return first > 0 ? first - 1 : stops.length - 1;
}

/** The stops of a trick-by-trick replay: a trick is complete, or a hand begins or ends. */
export function tricksOf(stops: readonly Stop[]): number[] {
  const lead = leadOf(stops);
  const done = (stop: Stop): number => stop.hand.tricks.length;
  return stops.flatMap((stop, at) => {
    const taken = at > lead && done(stop) > done(stops[at - 1]!);
    return at === 0 || at === lead || taken || at === stops.length - 1 ? [at] : [];
  });
}

/** The last of the moments that come after so many events or before. */
export function stopAt(stops: readonly Stop[], events: number): number {
  return Math.max(
    0,
    stops.findLastIndex(({ moment }) => moment.at <= events),
  );
}

/** The seats known to play for the Declarers. */
export function declarersIn({ hand }: Stop, { teams }: Sizes, stops: readonly Stop[]): number[] {
  if (hand.dealer === null) return [];
  if (hand.ended) return [...hand.ended.declarers];
  if (teams === "friends") return [hand.dealer, ...hand.joined.map(({ seat }) => seat)];
  const ended = stops.at(-1)?.hand.ended;
  return ended?.declarers.includes(hand.dealer) ? [...ended.declarers] : [hand.dealer];
}
