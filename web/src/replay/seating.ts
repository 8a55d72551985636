/** Places of the players round a replayed table, and the room for their cards. */

/** The middle of a place and how wide it is, in per cent of the table. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly share: number;
}

/** Visible part of an overlapped card, as a fraction of its width. */
const SHOWN = 0.5;
/** Height of a card, as a multiple of its width. */
const HIGH = 1.4;
/** Height of a name with its gap, in pixels. */
const NAME = 26;
/** Minimum readable width of a card, in pixels. */
const LEAST = 18;
/** Vertical distance of the places from the middle, in percent. */
const UP = 33;

/** The places from the bottom on, against the clock, as it is played; none lies over another. */
export function placesOf(seats: number): Place[] {
  const turn = (2 * Math.PI) / seats;
  // The bottom place is beside its neighbours; side places stay on the table.
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
 * The maximum card width at which every place's cards fit and cover no other place.
 *
 * @param width - of the table in pixels, as is `height`.
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
