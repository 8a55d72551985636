/** Finding what is pointed at, and the place beside it. */
import { HELP_KEYS, type HelpKey } from "./keys";

/** An element with an explanation. */
export interface Target {
  readonly element: Element;
  readonly key: HelpKey;
}

/** The nearest enclosing element with a help key. */
export function targetAt(at: EventTarget | null): Target | null {
  if (!(at instanceof Element)) return null;
  const element = at.closest("[data-help]");
  const key = element?.getAttribute("data-help");
  return element && isKey(key) ? { element, key } : null;
}

function isKey(key: string | null | undefined): key is HelpKey {
  return (HELP_KEYS as readonly unknown[]).includes(key);
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

/**
 * Place of an explanation: below its element, or above it where there is no room, and wholly on the
 * screen.
 *
 * @param target - box of the explained element.
 * @param size - size of the explanation.
 * @param screen - size of the screen.
 */
export function beside(
  target: Box,
  size: { readonly width: number; readonly height: number },
  screen: { readonly width: number; readonly height: number },
): { left: number; top: number } {
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
  size: { readonly width: number; readonly height: number },
  others: readonly Box[],
  screen: { readonly width: number; readonly height: number },
): { left: number; top: number } | null {
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
    width: size.width,
    height: size.height,
  }));
  const free = places.find((place) => ![target, ...others].some((other) => overlap(place, other)));
  return free ? { left: free.left, top: free.top } : null;
}

function within(place: number, room: number): number {
  return Math.max(GAP, Math.min(place, room - GAP));
}
