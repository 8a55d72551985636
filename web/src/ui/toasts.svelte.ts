/** Short messages at the edge of the screen, which go away by themselves. */

export interface Toast {
  readonly number: number;
  readonly text: string;
  readonly kind: "news" | "fault";
}

/** Display time of a message in milliseconds: long enough to be read twice. */
const STAYS = 6000;

let last = 0;
let shown = $state.raw<readonly Toast[]>([]);

/** The messages that are shown now. */
export function toasts(): readonly Toast[] {
  return shown;
}

/**
 * Show a message.
 *
 * @param kind - `fault`: a requested action failed.
 */
export function toast(text: string, kind: Toast["kind"] = "news"): void {
  const one = { number: ++last, text, kind };
  // A repeated message replaces the earlier one.
  shown = [...shown.filter((other) => other.text !== text), one].slice(-3);
  setTimeout(() => dismiss(one), STAYS);
}

/** Take a message away. */
export function dismiss(toast: Toast): void {
  shown = shown.filter((other) => other.number !== toast.number);
}
