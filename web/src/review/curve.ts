/** The curve of a hand's expected result, as a path on a grid. */
import type { ReviewedMoment } from "../wire";

/** Width and height of the drawing, in its own units. */
export const WIDTH = 600;
export const HEIGHT = 200;
/** Minimum levels on either side of 0, so that small changes look small. */
const LEAST = 1;

export interface Curve {
  /** SVG paths of the line, and of the area within two standard errors. */
  readonly line: string;
  readonly area: string;
  /** Number of levels from the middle to the top. */
  readonly most: number;
  /** Whole levels, with how far from the top they are. */
  readonly grid: readonly { readonly levels: number; readonly y: number }[];
  /** The position of each moment. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Tricks, with how far from the left they are; few enough to be read. */
  readonly tricks: readonly { readonly trick: number; readonly x: number }[];
}

/** The graph of a curve, and the end of the hand; `null`: too few moments for a line. */
export function curveOf(moments: readonly ReviewedMoment[], result: number | null): Curve | null {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || first === last) return null;
  const reach = moments.map(({ levels, error }) => Math.abs(levels) + 2 * error);
  const most = Math.ceil(Math.max(LEAST, Math.abs(result ?? 0), ...reach));
  const span = last.trick - first.trick;
  const x = (trick: number): number => rounded((WIDTH * (trick - first.trick)) / span);
  const y = (levels: number): number => rounded((HEIGHT * (most - levels)) / (2 * most));
  const path = (by: number, of = moments): string[] =>
    of.map(({ trick, levels, error }) => `${x(trick)} ${y(levels + by * error)}`);
  const step = Math.ceil(most / 3);
  const grid = [];
  for (let levels = -Math.floor(most / step) * step; levels <= most; levels += step) {
    grid.push({ levels: levels + 0, y: y(levels) });
  }
  const every = span > 16 ? 5 : span > 8 ? 2 : 1;
  return {
    line: `M${path(0).join("L")}`,
    area: `M${[...path(2), ...path(-2, moments.toReversed())].join("L")}Z`,
    most,
    grid,
    places: moments.map(({ trick, levels }) => ({ x: x(trick), y: y(levels) })),
    tricks: moments
      .filter(({ trick }) => trick > 0 && trick % every === 0)
      .map(({ trick }) => ({ trick, x: x(trick) })),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
