/** Keyboard control of a replay. */
import type { ReplayCursor } from "./cursor.svelte";

/** Elements that use the keys themselves. */
const OTHERS =
  'input:not([type="range"]), select, textarea, [role="menu"], [role="dialog"], dialog';

/** Maximum milliseconds between the digits of a number. */
const TOGETHER = 700;

let digits = "";
let typed = 0;

/**
 * Go where a key leads.
 *
 * @param turn - goes some hands on, or back.
 */
export function handleKey(
  event: KeyboardEvent,
  walk: ReplayCursor,
  turn: (by: number) => void,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const on = event.target instanceof Element ? event.target : null;
  if (on?.closest(OTHERS)) return;
  const act = actOf(event, on, walk, turn);
  if (!act) return;
  event.preventDefault();
  act();
}

function actOf(
  { key, timeStamp }: KeyboardEvent,
  on: Element | null,
  walk: ReplayCursor,
  turn: (by: number) => void,
): (() => void) | null {
  // A number ends with any other key.
  if (!/^\d$/.test(key)) digits = "";
  // A button is pressed with the space bar, and an entry of a list opened.
  const pressed = on?.closest("button, summary, a") !== null && on !== null;
  switch (key) {
    case "ArrowRight":
      return () => walk.step(1);
    case "ArrowLeft":
      return () => walk.step(-1);
    case "ArrowDown":
      return () => walk.trick(1);
    case "ArrowUp":
      return () => walk.trick(-1);
    case "Home":
      return () => walk.to(0);
    case "End":
      return () => walk.to(walk.last);
    case "PageDown":
      return () => turn(1);
    case "PageUp":
      return () => turn(-1);
    case "w":
      return walk.thoughtful === null ? null : () => (walk.asking = !walk.asking);
    case " ":
      return pressed ? null : () => walk.toggle();
  }
  if (!/^\d$/.test(key)) return null;
  digits = timeStamp - typed < TOGETHER ? digits + key : key;
  typed = timeStamp;
  const trick = Number(digits);
  return () => walk.jump(trick);
}
