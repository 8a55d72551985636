/** The meaning of the Opponents' points, for the bar and its explanation. */

import type { ScaleStep } from "../wire";
import type { Side } from "./people";

/** A stretch of points with a single outcome; `to` is `null` for the last one. */
export interface Stretch {
  from: number;
  to: number | null;
  opponentsWin: boolean;
  levels: number;
  /** Whether the points so far lie in it. */
  now: boolean;
}

/** The stretches of a scale, from low to high, as the server sends it. */
export function stretchesOf(scale: readonly ScaleStep[], points: number): Stretch[] {
  return scale.map(([from, opponentsWin, levels], i) => {
    const next = scale[i + 1]?.[0] ?? null;
    const above = i === 0 || points >= from;
    return {
      from,
      to: next,
      opponentsWin,
      levels,
      now: above && (next === null || points < next),
    };
  });
}

/** The minimum points with which the Opponents win; `null` where they cannot. */
export function thresholdOf(scale: readonly ScaleStep[]): number | null {
  return scale.find(([, opponentsWin]) => opponentsWin)?.[0] ?? null;
}

/** The points at the right end of the bar: what leaves room beyond the threshold. */
export function barEnd(scale: readonly ScaleStep[], points: number): number {
  const threshold = thresholdOf(scale) ?? scale.at(-1)?.[0] ?? 0;
  return Math.max(1, Math.round(threshold * 1.6), points);
}

/** The role of the player's side: to win points, or to keep them from the other side. */
export type Role = "attack" | "defend";

/**
 * The role of a side.
 *
 * @returns null where sides are not open, or points decide nothing.
 */
export function roleOf(side: Side, scale: readonly ScaleStep[]): Role | null {
  if (side === "unknown" || thresholdOf(scale) === null) return null;
  return side === "opponents" ? "attack" : "defend";
}
