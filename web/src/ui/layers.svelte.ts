/** Which dialogs lie over the page, so that none opens over another by itself. */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

let open: readonly HTMLDialogElement[] = $state.raw([]);

/** Whether a dialog may open by itself now. */
export const free = (): boolean => open.length === 0;

/** Note that a dialog has opened over all others; returns what notes that it has closed. */
export function enter(dialog: HTMLDialogElement): () => void {
  untrack(() => (open = [...open, dialog]));
  return () => untrack(() => (open = open.filter((other) => other !== dialog)));
}

/**
 * Keeps something in the dialog that lies over all others, or else on the page: what lies below a
 * dialog is not seen there, and screen readers are not told of it. It stands alone in an element of
 * its own, as its neighbours would look for it where it was.
 */
export const aloft: Attachment<HTMLElement> = (node) => {
  $effect(() => (open.at(-1) ?? document.body).append(node));
  return () => node.remove();
};
