/** Where everybody has their place round a table, and how much room that leaves for cards. */

/** The middle of a place and how wide it is, in per cent of the table. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly share: number;
}

/** How much of a card is seen under the next one, as a part of its width. */
const SHOWN = 0.5;
/** How high a card is, as a part of its width. */
const HIGH = 1.4;
/** How high a name is with the gap under it, in pixels. */
const NAME = 26;
/** The smallest card on which one can read, in pixels. */
const LEAST = 18;
/** How far from the middle places are, up and down. */
const UP = 33;

/** The places from the bottom on, against the clock, as it is played; none lies over another. */
export function placesOf(seats: number): Place[] {
  const turn = (2 * Math.PI) / seats;
  // The one at the bottom and the next are side by side, and those at the sides keep to the table.
  const aside = Math.sin(turn);
  const share = (49 * aside) / (1 + aside / 2);
  const across = 49 - share / 2;
  return Array.from({ length: seats }, (_, at) => ({
    x: round(50 + across * Math.sin(turn * at)),
    y: round(50 + UP * Math.cos(turn * at)),
    share: round(share),
  }));
}

/**
 * How wide cards can be where so many lie at each place, and cover nobody else's.
 *
 * @param width - that of the table in pixels; `height` likewise.
 */
export function widestCard(
  places: readonly Place[],
  width: number,
  height: number,
  cards: number,
): number {
  const fan = 1 + SHOWN * (cards - 1);
  const room = places.map(({ x, y }, at) => {
    const next = places[(at + 1) % places.length]!;
    const [aside, below] = [Math.abs(x - next.x) * width, Math.abs(y - next.y) * height];
    return Math.max(aside / 100 / fan, (below / 100 - NAME) / HIGH);
  });
  return Math.round(Math.max(LEAST, Math.min((width * 0.3) / fan, ...room)));
}

const round = (value: number): number => Math.round(value * 100) / 100;
