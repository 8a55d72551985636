/** Animation of cards: in from their origin, and out to the winner of the trick. */

import { cubicOut, cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import type { Edge } from "./places";

/** The origin of played cards without a plate, by edge, as an offset in pixels. */
const FROM: Record<Edge, readonly [number, number]> = {
  bottom: [0, 90],
  right: [90, 0],
  top: [0, -70],
  left: [-90, 0],
};

/** Cards that are on their way off the table. */
const leaving = new Set<HTMLElement>();

/** Take cards off the table that are still on their way: the play goes on without them. */
export function settle(): void {
  for (const node of leaving) node.style.display = "none";
  leaving.clear();
}

/** The way from an element to another, from middle to middle, in pixels; null without one. */
function wayTo(node: Element, to: Element | null | undefined): readonly [number, number] | null {
  if (!to) return null;
  const [one, other] = [node.getBoundingClientRect(), to.getBoundingClientRect()];
  return [
    other.x + other.width / 2 - one.x - one.width / 2,
    other.y + other.height / 2 - one.y - one.height / 2,
  ];
}

/** Comes from the plate of the seat in `data-play`, or from an edge of the table. */
export function comeIn(
  node: HTMLElement,
  { edge, duration }: { edge: Edge; duration: number },
): TransitionConfig {
  const plate = node.closest(".felt")?.querySelector(`[data-seat="${node.dataset["play"]}"]`);
  const [x, y] = (duration > 0 && wayTo(node, plate)) || FROM[edge];
  return {
    duration,
    easing: cubicOut,
    css: (done, left) =>
      `transform: translate(${x * left}px, ${y * left}px) scale(${1 - 0.25 * left}); opacity: ${Math.min(1, done * 3)};`,
  };
}

/** Moves to the element of the trick's winner; fades without one. */
export function goTo(
  node: HTMLElement,
  { target, duration }: { target: () => Element | null; duration: number },
): TransitionConfig {
  leaving.add(node);
  node.addEventListener("outroend", () => leaving.delete(node), { once: true });
  const [x, y] = wayTo(node, target()) ?? [0, 0];
  return {
    duration,
    easing: cubicIn,
    css: (left, done) =>
      `transform: translate(${x * done}px, ${y * done}px) scale(${1 - 0.6 * done}); opacity: ${left};`,
  };
}
