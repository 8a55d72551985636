/**
 * Layout of the table: seats counter-clockwise, the player's own at the bottom and seat + 1 to the
 * right; plays round the middle, each towards its seat, where no index is covered.
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

/** A point of the cloth, from the middle of the table, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The plays of a trick on the cloth, in pixels. */
export interface Spread {
  /** Width of a card. */
  readonly card: number;
  /** Visible part of an overlapped card, as a fraction of its width. */
  readonly show: number;
  /** Width and height of a play. */
  readonly width: number;
  readonly height: number;
  /** Middle of each seat's play. */
  readonly at: ReadonlyMap<number, Point>;
  /** Seats in the order in which their plays lie on one another. */
  readonly order: readonly number[];
}

/** Room for the plays of a trick, in pixels. */
export interface Cloth {
  readonly width: number;
  readonly height: number;
  /** Width and height of the plates at each side, which no play covers. */
  readonly plates?: readonly [number, number];
  /** Maximum number of cards in a play. */
  readonly cards: number;
  /** Maximum width of a card. */
  readonly largest: number;
  /** Whether the plays stay apart at the edge, so that the middle is free. */
  readonly apart?: boolean;
}

/** Height of a card, and of its index, as multiples of its width. */
const HIGH = 1.4;
const INDEX = 0.86;
/** Part of a fan's last card that others may cover. */
const FREE = 0.46;
/** Distance by which plays may lie further apart than they must, as a multiple of the card's width. */
const AIR = 0.16;
/** Minimum width of a card, in pixels. */
const LEAST = 16;
/** Usual width of a plate, in pixels. */
const PLATE = 170;
/** Steps of the search for an arrangement. */
const STEPS = 12;

/**
 * Lays the plays round the middle, as large and as close as no play covers another's indices.
 *
 * @param places - of the seats; the remaining seat is at the bottom.
 */
export function spreadOf(places: Places, bottom: number, cloth: Cloth): Spread {
  const wide = spreadWith(places, bottom, cloth, 0.62);
  if (wide.card >= cloth.largest || cloth.cards === 1) return wide;
  const tight = spreadWith(places, bottom, cloth, 0.5);
  return tight.card > wide.card * 1.08 ? tight : wide;
}

/** The largest cards for which there is an arrangement. */
function spreadWith(places: Places, bottom: number, cloth: Cloth, show: number): Spread {
  const fan = 1 + show * (cloth.cards - 1);
  const put = (card: number, radius: Point): Spread =>
    spread(places, bottom, { card, show, width: card * fan, height: card * HIGH }, radius);
  const aside = cloth.apart ? 0 : leastAside(places.top.length, cloth);
  let best = put(LEAST, { x: cloth.width / 3, y: cloth.height / 3 });
  let [from, to] = [LEAST, Math.max(LEAST, Math.floor(cloth.largest))];
  // Of cards as large as they may be first: it is the usual case.
  for (let card = to; from <= to; card = Math.floor((from + to) / 2)) {
    const found =
      closest((radius) => put(card, radius), cloth, aside) ??
      closest((radius) => put(card, radius), cloth);
    if (found) [best, from] = [found, card + 1];
    else to = card - 1;
  }
  return best;
}

/**
 * Minimum distance of the plays at the sides from the middle, so that each is nearer to the plate of
 * its seat than to one along the top.
 */
function leastAside(top: number, cloth: Cloth): number {
  const edge = cloth.width / 2 - (cloth.plates?.[0] ?? 0);
  const corner = top > 1 ? (cloth.width / 2) * (1 - 1 / top) : 0;
  for (let x = 0; x < edge; x += 4) {
    const across = Math.max(0, Math.abs(x - corner) - PLATE / 2);
    if (edge - x < Math.hypot(across, cloth.height / 2)) return x;
  }
  return 0;
}

/** The most compact arrangement, or the widest where the plays are to stay apart. */
function closest(put: (radius: Point) => Spread, cloth: Cloth, aside = 0): Spread | null {
  const { card, width, height } = put({ x: 0, y: 0 });
  const most = { x: (cloth.width - width) / 2, y: (cloth.height - height) / 2 };
  if (most.x < 0 || most.y < 0) return null;
  const sign = cloth.apart ? -1 : 1;
  let [best, least]: [Point | null, number] = [null, Infinity];
  for (let down = 0; down <= STEPS; down++)
    for (let across = 0; across <= STEPS; across++) {
      const radius = { x: (most.x * across) / STEPS, y: (most.y * down) / STEPS };
      const far = sign * Math.hypot(radius.x, 1.2 * radius.y);
      if (radius.x >= aside && far < least && isClear(put(radius), cloth))
        [best, least] = [radius, far];
    }
  if (!best) return null;
  const airy = put({ x: best.x + AIR * card, y: best.y + AIR * card });
  return isClear(airy, cloth) ? airy : put(best);
}

/** The plays as far from the middle as `radius`, those of an edge no closer than can be read. */
function spread(
  { right, top, left }: Places,
  bottom: number,
  size: Pick<Spread, "card" | "show" | "width" | "height">,
  radius: Point,
): Spread {
  const at = new Map<number, Point>([[bottom, point(0, radius.y)]]);
  const beside = Math.max(size.width - FREE * size.card, (2 * radius.x) / top.length);
  const below = Math.max(INDEX * size.card, (2 * radius.y) / (left.length + 1));
  const from = (index: number, count: number): number => index - (count - 1) / 2;
  right.forEach((seat, i) => at.set(seat, point(radius.x, -below * from(i, right.length))));
  top.forEach((seat, i) => at.set(seat, point(-beside * from(i, top.length), -radius.y)));
  left.forEach((seat, i) => at.set(seat, point(-radius.x, below * from(i, left.length))));
  const order = [...at.keys()].sort((one, other) => depth(at.get(one)!) - depth(at.get(other)!));
  return { ...size, at, order };
}

const point = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });
const depth = ({ x, y }: Point): number => x + y;

/** Whether all plays lie on the cloth, and none covers a plate or the indices of one below it. */
function isClear({ card, width, height, at, order }: Spread, cloth: Cloth): boolean {
  const [aside, high] = cloth.plates ?? [0, 0];
  const lies = [...at.values()].every((one) => {
    const [x, y] = [Math.abs(one.x) + width / 2, Math.abs(one.y)];
    if (x > cloth.width / 2 || y + height / 2 > cloth.height / 2) return false;
    return x <= cloth.width / 2 - aside || y >= (high + height) / 2;
  });
  return (
    lies &&
    order.every((below, i) =>
      order.slice(i + 1).every((above) => {
        const [one, other] = [at.get(below)!, at.get(above)!];
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const beside = dx >= width - FREE * card - 1 || dx <= -width;
        return beside || dy >= INDEX * card - 1 || dy <= -height;
      }),
    )
  );
}

/**
 * Minimum height of a phone's table in portrait, in pixels.
 *
 * @param players - number of players.
 * @param playing - whether tricks are played, so that every player's cards may be on the table.
 */
export function roomFor(players: number, playing: boolean): number {
  const plates = players <= 4 ? 190 : players <= 6 ? 220 : 260;
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
