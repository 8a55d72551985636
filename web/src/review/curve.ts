/** The curve of what was to be expected of a hand, as a line on a grid. */
import type { ReviewedMoment } from "../wire";

/** How wide and high the drawing is, in units of its own. */
export const WIDTH = 600;
export const HEIGHT = 200;
/** So many levels the drawing shows at least on either side of 0, so that little looks little. */
const LEAST = 1;

export interface Curve {
  /** The line, and the area within two standard errors of it, as paths of an SVG. */
  readonly line: string;
  readonly area: string;
  /** How many levels there are from the middle to the top. */
  readonly most: number;
  /** Whole levels, with how far from the top they are. */
  readonly grid: readonly { readonly levels: number; readonly y: number }[];
  /** Where each moment is. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Tricks, with how far from the left they are; few enough to be read. */
  readonly tricks: readonly { readonly trick: number; readonly x: number }[];
}

/** The drawing of a curve, and where the hand ended; `null`: there are too few moments for a line. */
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
