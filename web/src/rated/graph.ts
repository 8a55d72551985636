/** A rating over the matches of a season, as a line on a grid. */
import type { RatingPoint } from "../wire";

/** How wide and high the drawing is, in units of its own. */
export const WIDTH = 600;
export const HEIGHT = 200;
/** How many points the drawing shows at least from top to bottom, so that little looks little. */
const LEAST = 100;

export interface Graph {
  /** The line of the rating, and the area in which the strength is, as paths of an SVG. */
  readonly line: string;
  readonly area: string;
  /** Round ratings, with how far from the top they are. */
  readonly grid: readonly { readonly value: number; readonly y: number }[];
  /** Where the last rating is. */
  readonly last: { readonly x: number; readonly y: number };
}

/** The drawing of some ratings, in the order of their matches; `null`: there are too few for a line. */
export function graphOf(points: readonly RatingPoint[]): Graph | null {
  if (points.length < 2) return null;
  const lows = points.map(({ value, deviation }) => value - 2 * deviation);
  const highs = points.map(({ value, deviation }) => value + 2 * deviation);
  const middle = (Math.min(...lows) + Math.max(...highs)) / 2;
  const half = Math.max(Math.max(...highs) - Math.min(...lows), LEAST) / 2;
  const step = half > 400 ? 400 : half > 200 ? 200 : half > 100 ? 100 : 50;
  const x = (at: number): number => rounded((at * WIDTH) / (points.length - 1));
  const y = (value: number): number => rounded((HEIGHT * (middle + half - value)) / (2 * half));
  const path = (values: readonly number[]): string[] =>
    values.map((value, at) => `${x(at)} ${y(value)}`);
  const grid = [];
  for (
    let value = Math.ceil((middle - half) / step) * step;
    value <= middle + half;
    value += step
  ) {
    grid.push({ value, y: y(value) });
  }
  const values = points.map(({ value }) => value);
  return {
    line: `M${path(values).join("L")}`,
    area: `M${[...path(highs), ...path(lows).toReversed()].join("L")}Z`,
    grid,
    last: { x: x(points.length - 1), y: y(values.at(-1)!) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
