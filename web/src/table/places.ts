/**
 * Layout of the seats: counter-clockwise, the player's own at the bottom and seat + 1 to the right.
 */

/** The other seats along the edges of the table, each in the order of play. */
export interface Places {
  /** Up the right side. */
  right: number[];
  /** Along the top, from right to left. */
  top: number[];
  /** Down the left side. */
  left: number[];
}

/** The table's layout: `tall` as on a phone in portrait, `flat` as in landscape. */
export type Shape = "tall" | "wide" | "flat";

/** Number of other seats on each side; the rest are along the top. */
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
 * @param players - number of seats.
 * @param bottom - the seat at the bottom: the player's own, or seat 0 for onlookers.
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

/** The edge of a seat, for cards that fly to and from it. */
export type Edge = "bottom" | "right" | "top" | "left";

/** The edge of a seat. */
export function edgeOf(seat: number, places: Places): Edge {
  if (places.right.includes(seat)) return "right";
  if (places.top.includes(seat)) return "top";
  return places.left.includes(seat) ? "left" : "bottom";
}

/** Seats in the order of play, from a given one. */
export function fromSeat(first: number, players: number): number[] {
  return Array.from({ length: players }, (_, i) => (first + i) % players);
}

/**
 * Minimum height of a phone's table in portrait, in pixels.
 *
 * @param players - number of players.
 * @param playing - whether tricks are played, so that every player's cards may be on the table.
 */
export function roomFor(players: number, playing: boolean): number {
  const plates = players <= 4 ? 160 : players <= 6 ? 190 : 230;
  return playing ? plates + 40 : plates;
}

/**
 * Scale of a wide table's cards in relation to a screen of usual size.
 *
 * @param width - of the table, in pixels, as is `height`.
 */
export function scaleOf(width: number, height: number): number {
  return Math.max(1, Math.min(width / 1160, height / 740, 2));
}
