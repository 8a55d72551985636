/** How large things are written on a projector, so that all of them are seen at once. */

/** In how many columns equal boxes stand, and how large what is in them is written, in pixels. */
export interface Fit {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
}

/** How much of its own size a letter is wide: Chinese characters all of it, others less. */
const [FULL, LETTER] = [1, 0.58];
/** No more than this part of the height is one line, however few there are. */
const TALLEST = 1 / 12;

/**
 * The columns in which boxes can be written largest.
 *
 * @param count - how many boxes there are.
 * @param width - of the place for all of them, in pixels, as is `height`.
 * @param high - how high a box is, in parts of the size of what is written in it; so is `wide`.
 */
export function fitted(
  count: number,
  width: number,
  height: number,
  high: number,
  wide: number,
): Fit {
  let best: Fit = { columns: 1, rows: Math.max(1, count), size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(height / rows / high, width / columns / wide, height * TALLEST);
    if (size > best.size) best = { columns, rows, size };
  }
  return best;
}

/** From five metres a text is read that is so large a part of the height of the screen. */
export const READABLE = 1 / 36;

/**
 * How many boxes stand on a page, so that they can be read; on the last one there may be fewer.
 *
 * @param least - how large they are written at least, in pixels; the others are as for `fitted`.
 */
export function onPage(
  count: number,
  width: number,
  height: number,
  high: number,
  wide: number,
  least: number,
): number {
  const columns = Math.max(1, Math.floor(width / wide / least));
  const rows = Math.max(1, Math.floor(height / high / least));
  const pages = Math.ceil(count / (columns * rows));
  return Math.ceil(count / Math.max(1, pages));
}

/** How wide a text is about, in parts of its size. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? FULL : LETTER), 0);

/** By how much a text is made smaller to go into a width, in parts of its size. */
export const shrunk = (text: string, width: number): number =>
  Math.min(1, width / Math.max(width, widthOf(text)));
