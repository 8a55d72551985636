/** Place of a speech bubble: at the speaker's seat, and never on a card. */

/** A part of the screen, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Gap between a bubble and its neighbours, in pixels. */
const GAP = 4;
/** Distance between two examined spots, in pixels. */
const STEP = 8;

/**
 * The free spot for a bubble that is nearest to a seat.
 *
 * @param size how large the bubble is.
 * @param seat what it belongs to; it may cover that where nothing else is free.
 * @param table where it must lie.
 * @param taken what it must not cover: cards, other plates, other bubbles.
 * @returns null where there is no such spot.
 */
export function spotFor(
  size: Pick<Area, "width" | "height">,
  seat: Area,
  table: Area,
  taken: readonly Area[],
): Spot | null {
  const middle = (area: Area) => [area.left + area.width / 2, area.top + area.height / 2] as const;
  const [seatX, seatY] = middle(seat);
  let best: Spot | null = null;
  let least = Infinity;
  const last = {
    left: table.left + table.width - size.width,
    top: table.top + table.height - size.height,
  };
  for (const left of steps(table.left, last.left, seatX - size.width / 2)) {
    for (const top of steps(table.top, last.top, seat.top - size.height - GAP)) {
      const at = { left, top, ...size };
      const [x, y] = middle(at);
      // Bubbles are above or below the speaker rather than on them.
      const far = Math.hypot(x - seatX, y - seatY) + (meet(at, seat) ? 1000 : 0);
      if (far < least && !taken.some((area) => meet(at, area))) {
        least = far;
        best = { left, top };
      }
    }
  }
  return best;
}

/** Places from one to another, including the wanted one if it is between them. */
function steps(from: number, to: number, wanted: number): number[] {
  if (to < from) return [];
  const found = [from, to, Math.max(from, Math.min(to, wanted))];
  for (let at = from + STEP; at < to; at += STEP) found.push(at);
  return found;
}

function meet(one: Area, other: Area): boolean {
  return (
    one.left < other.left + other.width + GAP &&
    other.left < one.left + one.width + GAP &&
    one.top < other.top + other.height + GAP &&
    other.top < one.top + one.height + GAP
  );
}
