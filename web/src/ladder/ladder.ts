/** Levels as a ladder: its rungs, and who stands on each. */
import type { LevelLine } from "../sheets/accounts";
import type { Rank, RulesState } from "../wire";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] as Rank[];

export type Heights = Pick<RulesState, "last_level" | "must_play">;

type Standing = Pick<LevelLine["after"], "level" | "lap">;

/** The levels of a group of seats before and after a hand. */
export interface Climb {
  readonly seats: readonly number[];
  readonly before: Standing;
  readonly after: Standing;
}

/** A rung of the ladder. */
export interface Rung {
  readonly level: Rank;
  /** Whether this level must be played before it is passed. */
  readonly must: boolean;
  /** Whether somebody has climbed past or onto it with the last hand. */
  readonly gained: boolean;
}

/** Seats that stand together, and the rungs from which and to which they went. */
export interface Climber {
  readonly seats: readonly number[];
  /** From 0 for level 2; -1 for a climber who begins another lap. */
  readonly from: number;
  readonly to: number;
  readonly lap: number;
}

const heightOf = (level: Rank): number => RANKS.indexOf(level);

/** Groups of seats on the ladder; players who went the same way stand together. */
export function climbersOf(lines: readonly Climb[], together: boolean): Climber[] {
  const found: Climber[] = [];
  for (const { seats, before, after } of lines) {
    const to = heightOf(after.level);
    const from = before.lap === after.lap ? heightOf(before.level) : -1;
    const same = found.findIndex((one) => one.from === from && one.to === to);
    const beside = together ? found[same] : undefined;
    if (beside) found[same] = { ...beside, seats: [...beside.seats, ...seats] };
    else found.push({ seats, from, to, lap: after.lap });
  }
  return found;
}

/** The rungs of a ladder, from 2 to the last level. */
export function rungsOf(rules: Heights, climbers: readonly Climber[]): Rung[] {
  return RANKS.slice(0, heightOf(rules.last_level) + 1).map((level, at) => ({
    level,
    must: rules.must_play.includes(level),
    gained: climbers.some(({ from, to }) => at > from && at <= to && from < to),
  }));
}
