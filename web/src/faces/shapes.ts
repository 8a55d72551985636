/** Shapes of faces: a picture is filled paths on a ground, in a square of 64. */
type Shape = readonly [colour: string, path: string];

export interface Picture {
  readonly ground: string;
  readonly shapes: readonly Shape[];
}

/** An ellipse, or a circle, as a path. */
export const oval = (x: number, y: number, wide: number, high = wide): string =>
  `M${x - wide} ${y}a${wide} ${high} 0 1 0 ${2 * wide} 0a${wide} ${high} 0 1 0 ${-2 * wide} 0z`;

/** Two of them, as far to the left of the middle as to the right. */
export const two = (apart: number, y: number, wide: number, high = wide): string =>
  oval(32 - apart, y, wide, high) + oval(32 + apart, y, wide, high);

export const DARK = "#2b2622";
export const WHITE = "#fffdf8";
