/** Which dialogs lie over the page, so that none opens over another by itself. */
import { untrack } from "svelte";

let count = $state(0);

/** Whether a dialog may open by itself now. */
export const free = (): boolean => count === 0;

/** Note that a dialog has opened; returns what notes that it has closed. */
export function enter(): () => void {
  untrack(() => count++);
  return () => untrack(() => count--);
}
