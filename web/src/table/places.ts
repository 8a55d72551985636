/** Where the seats are: counter-clockwise, with oneself at the bottom and seat + 1 to the right. */

/** The seats other than one's own along the edges of the table, each in the order of play. */
export interface Places {
  /** Up the right side. */
  right: number[];
  /** Along the top, from right to left. */
  top: number[];
  /** Down the left side. */
  left: number[];
}

/** How much room the table has: `tall` as on a phone held upright, `flat` as on one held across. */
export type Shape = "tall" | "wide" | "flat";

/** How many of the other seats are placed on each side; the rest go along the top. */
function besides(others: number, shape: Shape): number {
  if (others <= 3) return 1;
  if (shape === "flat") return others <= 7 ? 1 : 2;
  if (shape === "wide") return Math.max(1, Math.round(others / 4));
  // A place is as wide as a third of the screen, so the top has room for three.
  return Math.max(1, Math.ceil((others - 3) / 2));
}

/**
 * The places of all seats but the lowest one.
 *
 * @param players how many seats there are
 * @param bottom the seat at the bottom: one's own, or for onlookers seat 0
 */
export function placesOf(players: number, bottom: number, shape: Shape): Places {
  const others = Array.from({ length: players - 1 }, (_, i) => (bottom + 1 + i) % players);
  const side = besides(others.length, shape);
  return {
    right: others.slice(0, side),
    top: others.slice(side, others.length - side),
    left: others.slice(others.length - side),
  };
}

/** Which edge a seat is at, for what flies to and from it. */
export type Edge = "bottom" | "right" | "top" | "left";

/** The edge of a seat. */
export function edgeOf(seat: number, places: Places): Edge {
  if (places.right.includes(seat)) return "right";
  if (places.top.includes(seat)) return "top";
  return places.left.includes(seat) ? "left" : "bottom";
}

/** Seats in the order of play, from one of them on. */
export function fromSeat(first: number, players: number): number[] {
  return Array.from({ length: players }, (_, i) => (first + i) % players);
}

/**
 * How high the table of a phone held upright should stay, in pixels.
 *
 * @param players - how many sit around it.
 * @param playing - whether tricks are played, so that cards of everybody may lie there.
 */
export function roomFor(players: number, playing: boolean): number {
  const plates = players <= 4 ? 160 : players <= 6 ? 190 : 230;
  return playing ? plates + 40 : plates;
}

/**
 * How much larger the cards of a wide table are than on a screen of usual size.
 *
 * @param width - of the table, in pixels, and likewise its height.
 */
export function scaleOf(width: number, height: number): number {
  return Math.max(1, Math.min(width / 1160, height / 740, 2));
}
