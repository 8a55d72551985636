/** The graph of a rating over a season, as a path on a grid. */
import type { RatingPoint } from "../wire";

/** Width and height of the drawing, in its own units. */
export const WIDTH = 600;
export const HEIGHT = 200;
/** Minimum range of the drawing in rating points, so that small changes look small. */
const LEAST = 100;

export interface Graph {
  /** SVG paths of the rating, and of its confidence area. */
  readonly line: string;
  readonly area: string;
  /** Round ratings, with how far from the top they are. */
  readonly grid: readonly { readonly value: number; readonly y: number }[];
  /** The position of the last rating. */
  readonly last: { readonly x: number; readonly y: number };
}

/** The graph of some ratings, in the order of their matches; `null`: too few for a line. */
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
