/** Sizes of projected content, so that all of it is visible at once. */

/** In how many columns equal boxes stand, and how large what is in them is written, in pixels. */
export interface Fit {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
}

/** Average width of a letter, in multiples of the font size: Chinese characters, and others. */
const [FULL, LETTER] = [1, 0.58];
/** Maximum row height as a fraction of the total height. */
const TALLEST = 1 / 12;

/**
 * The columns with which boxes can be largest.
 *
 * @param count - the number of boxes.
 * @param width - of the area for all boxes, in pixels, as is `height`.
 * @param high - height of a box, in multiples of its font size, as is `wide`.
 */
export function fitColumns(
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
 * The number of boxes on a page at a readable size; the last page may have fewer.
 *
 * @param least - minimum font size; the other parameters are as for `fitColumns`.
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

/** Approximate width of a text, in multiples of the font size. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? FULL : LETTER), 0);

/** By how much a text is made smaller to go into a width, in parts of its size. */
export const shrunk = (text: string, width: number): number =>
  Math.min(1, width / Math.max(width, widthOf(text)));
