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

/** A point of the cloth, from the middle of the table. */
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
  /** Middle of each seat's play, from the middle of the table. */
  readonly at: ReadonlyMap<number, Point>;
  /** Seats in the order in which their plays lie on one another. */
  readonly order: readonly number[];
}

/** Room for the plays of a trick, in pixels. */
export interface Cloth {
  readonly width: number;
  readonly height: number;
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
const AIR = 0.2;
/** Minimum width of a card, in pixels. */
const LEAST = 18;
/** Steps of the search for the most compact arrangement. */
const STEPS = 20;

/**
 * Lays the plays round the middle, as large and as close as no play covers another's indices.
 *
 * @param places - of the seats; the remaining seat is at the bottom.
 */
export function spreadOf(places: Places, bottom: number, cloth: Cloth): Spread {
  const ways = directions(places, bottom);
  const wide = spreadWith(ways, cloth, 0.62);
  const tight = wide.card < cloth.largest && cloth.cards > 1 ? spreadWith(ways, cloth, 0.5) : wide;
  return tight.card > wide.card * 1.08 ? tight : wide;
}

/** Direction of each seat from the middle, both coordinates between -1 and 1. */
function directions({ right, top, left }: Places, bottom: number): ReadonlyMap<number, Point> {
  const found = new Map<number, Point>([[bottom, { x: 0, y: 1 }]]);
  right.forEach((seat, i) => found.set(seat, { x: 1, y: 1 - (2 * (i + 1)) / (right.length + 1) }));
  top.forEach((seat, i) => found.set(seat, { x: 1 - (2 * i + 1) / top.length, y: -1 }));
  left.forEach((seat, i) => found.set(seat, { x: -1, y: (2 * (i + 1)) / (left.length + 1) - 1 }));
  return found;
}

function spreadWith(ways: ReadonlyMap<number, Point>, cloth: Cloth, show: number): Spread {
  const fan = 1 + show * (cloth.cards - 1);
  let card = Math.floor(Math.min(cloth.largest, cloth.width / fan, cloth.height / HIGH));
  const radii = (): Point => ({
    x: Math.max(0, (cloth.width - card * fan) / 2),
    y: Math.max(0, (cloth.height - card * HIGH) / 2),
  });
  const put = ({ x, y }: Point): Spread => spread(ways, { x, y }, { card, show, fan });
  while (card > LEAST && !isClear(put(radii()))) card -= Math.max(1, Math.floor(card / 30));
  const most = radii();
  let best = put(most);
  if (cloth.apart) return best;
  let least = Infinity;
  for (let down = 0; down <= STEPS; down++)
    for (let across = 0; across <= STEPS; across++) {
      const radius = { x: (most.x * across) / STEPS, y: (most.y * down) / STEPS };
      const far = Math.hypot(radius.x, 1.2 * radius.y);
      if (far >= least) break;
      const found = put(radius);
      if (!isClear(found)) continue;
      least = far;
      best = found;
    }
  return airier(best, put, most);
}

/** The plays a little further apart than they could be, where there is room. */
function airier(close: Spread, put: (radius: Point) => Spread, most: Point): Spread {
  const [x, y] = [0, 1].map((axis) =>
    Math.max(...[...close.at.values()].map((one) => Math.abs(axis ? one.y : one.x))),
  );
  const found = put({
    x: Math.min(most.x, x! + AIR * close.card),
    y: Math.min(most.y, y! + AIR * close.card),
  });
  return isClear(found) ? found : close;
}

function spread(
  ways: ReadonlyMap<number, Point>,
  radius: Point,
  { card, show, fan }: { card: number; show: number; fan: number },
): Spread {
  const at = new Map(
    [...ways].map(([seat, { x, y }]) => [seat, point(x * radius.x, y * radius.y)]),
  );
  const depth = (seat: number): number => at.get(seat)!.x + at.get(seat)!.y;
  const order = [...at.keys()].sort((one, other) => depth(one) - depth(other));
  return { card, show, width: card * fan, height: card * HIGH, at, order };
}

const point = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });

/** Whether no play covers the indices of one below it. */
function isClear({ card, width, height, at, order }: Spread): boolean {
  return order.every((below, i) =>
    order.slice(i + 1).every((above) => {
      const [one, other] = [at.get(below)!, at.get(above)!];
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const beside = dx >= width - FREE * card || dx <= -width;
      return beside || dy >= INDEX * card || dy <= -height;
    }),
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
