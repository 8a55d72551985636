/** Finding what is pointed at, and the place beside it. */
import type { HelpKey } from "./keys";

/** An element with an explanation. */
export interface Target {
  readonly element: Element;
  readonly key: HelpKey;
}

/** The nearest enclosing element with a help key. */
export function targetAt(at: EventTarget | null): Target | null {
  if (!(at instanceof Element)) return null;
  const element = at.closest("[data-help]");
  // tests/help/carriers.test.ts checks that there are no other keys.
  return element ? { element, key: element.getAttribute("data-help") as HelpKey } : null;
}

/** A box on the screen. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Whether two boxes share any place. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

const GAP = 10;

type Size = Pick<Box, "width" | "height">;
type Point = Pick<Box, "left" | "top">;

/**
 * Place of an explanation: below its element, or above it where there is no room, and wholly on the
 * screen.
 *
 * @param target - box of the explained element.
 * @param size - size of the explanation.
 * @param screen - size of the screen.
 */
export function beside(target: Box, size: Size, screen: Size): Point {
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - size.height;
  const top = below + size.height + GAP <= screen.height || above < GAP ? below : above;
  const left = target.left + target.width / 2 - size.width / 2;
  return {
    left: within(left, screen.width - size.width),
    top: within(top, screen.height - size.height),
  };
}

/**
 * Place of an explanation below, above, or beside its element, where it covers no other box; null:
 * there is none.
 *
 * @param others - the boxes that stay free.
 */
export function besideFree(
  target: Box,
  size: Size,
  others: readonly Box[],
  screen: Size,
): Point | null {
  const middle = target.left + target.width / 2 - size.width / 2;
  const level = target.top + target.height / 2 - size.height / 2;
  const places = [
    { left: middle, top: target.top + target.height + GAP },
    { left: middle, top: target.top - GAP - size.height },
    { left: target.left + target.width + GAP, top: level },
    { left: target.left - GAP - size.width, top: level },
  ].map(({ left, top }) => ({
    left: within(left, screen.width - size.width),
    top: within(top, screen.height - size.height),
  }));
  const { width, height } = size; // a DOMRect cannot be spread
  const covered = [target, ...others];
  return (
    places.find((place) => !covered.some((one) => overlap({ ...place, width, height }, one))) ??
    null
  );
}

function within(place: number, room: number): number {
  return Math.max(GAP, Math.min(place, room - GAP));
}
