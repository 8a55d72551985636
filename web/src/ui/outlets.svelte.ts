/** Outlets for messages: in the layout's flow, so that they cover nothing. */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

let outlets: readonly HTMLElement[] = $state.raw([]);

/** Offers an element as the place of messages, for as long as it is there. */
export const outlet: Attachment<HTMLElement> = (node) => {
  untrack(() => (outlets = [...outlets, node]));
  return () => untrack(() => (outlets = outlets.filter((other) => other !== node)));
};

/** The place of messages: of the last dialog that has opened, else of the page, else its end. */
function place(): HTMLElement {
  return outlets.findLast((node) => node.closest("dialog")) ?? outlets.at(-1) ?? document.body;
}

/**
 * Keeps messages in the place for them. They stand alone in an element of their own, as their
 * neighbours would look for them where they were.
 */
export const message: Attachment<HTMLElement> = (node) => {
  $effect(() => place().append(node));
  return () => node.remove();
};
