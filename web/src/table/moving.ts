/** Animation of cards: in from their origin, and out to the winner of the trick. */

import { cubicOut, cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import type { Edge } from "./places";

/** The origin of played cards by edge, as an offset in pixels. */
const FROM: Record<Edge, readonly [number, number]> = {
  bottom: [0, 90],
  right: [90, 0],
  top: [0, -70],
  left: [-90, 0],
};

/** Comes in from an edge of the table. */
export function comeIn(
  _: Element,
  { edge, duration }: { edge: Edge; duration: number },
): TransitionConfig {
  const [x, y] = FROM[edge];
  return {
    duration,
    easing: cubicOut,
    css: (done, left) =>
      `transform: translate(${x * left}px, ${y * left}px) scale(${1 + 0.12 * left}); opacity: ${Math.min(1, done * 2)};`,
  };
}

/** Moves to the element of the trick's winner; fades without one. */
export function goTo(
  node: Element,
  { target, duration }: { target: () => Element | null; duration: number },
): TransitionConfig {
  const to = target()?.getBoundingClientRect();
  const from = node.getBoundingClientRect();
  const x = to ? to.x + to.width / 2 - from.x - from.width / 2 : 0;
  const y = to ? to.y + to.height / 2 - from.y - from.height / 2 : 0;
  return {
    duration,
    easing: cubicIn,
    css: (left, done) =>
      `transform: translate(${x * done}px, ${y * done}px) scale(${1 - 0.6 * done}); opacity: ${left};`,
  };
}
