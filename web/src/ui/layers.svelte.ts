/**
 * The layers over the page: dialogs, sheets, menus, help.
 *
 * They form a stack. Back, Escape, the backdrop and the X of a dialog all close the top. For Back,
 * a layer that the user has opened or touched has an entry in the browser's history, with the
 * address of the page; a layer that opens by itself has none until it is touched.
 */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

/** The parts of the browser's history that the stack uses, replaceable in tests. */
export interface Past {
  readonly state: unknown;
  pushState(state: unknown, unused: string): void;
  go(steps: number): void;
}

/** Options of a layer. */
export interface Laying {
  /** Whether a person has opened it; else it has no entry until it is touched. */
  readonly asked?: boolean;
  /** Whether only what lies in it closes it. */
  readonly undismissable?: boolean;
}

interface Layer {
  readonly element: HTMLElement;
  readonly close: () => void;
  readonly undismissable: boolean;
  /** Whether the layer has an entry in the history, or will have soon. */
  entry: boolean;
}

/** A stack of layers, and the entries of the history that stand for them. */
export class LayerStack {
  readonly #past: Past;
  readonly #replace: (address: string) => void;
  #layers: readonly Layer[] = $state.raw([]);
  /** Whether the browser is going back on our request, and will notify us. */
  #going = false;
  /** The address to visit after that. */
  #next: string | null = null;

  constructor(past: Past, replace: (address: string) => void) {
    this.#past = past;
    this.#replace = replace;
    this.#soon(); // a page that is loaded again has lost its layers
  }

  /** The dialog that lies over all others. */
  get dialog(): HTMLElement | undefined {
    return this.#layers.findLast(({ element }) => element instanceof HTMLDialogElement)?.element;
  }

  /** Lay a layer over all others; returns what takes it away without closing it. */
  push(
    element: HTMLElement,
    close: () => void,
    { asked = true, undismissable = false }: Laying = {},
  ): () => void {
    const layer: Layer = { element, close, undismissable, entry: asked && !undismissable };
    const touched = (): void => {
      if (layer.entry || undismissable) return;
      layer.entry = true;
      this.#soon();
    };
    const touches = ["pointerdown", "keydown"] as const;
    for (const touch of touches) element.addEventListener(touch, touched);
    untrack(() => (this.#layers = [...this.#layers, layer]));
    this.#soon();
    return () => {
      for (const touch of touches) element.removeEventListener(touch, touched);
      untrack(() => (this.#layers = this.#layers.filter((other) => other !== layer)));
      this.#soon();
    };
  }

  /** Close the top, unless it stays; returns whether there was one. */
  close(): boolean {
    const top = this.#layers.at(-1);
    if (top && !top.undismissable) {
      this.#layers = this.#layers.slice(0, -1);
      top.close();
      this.#soon();
    }
    return top !== undefined;
  }

  /** Go to another page, which takes the place of the entries of the layers. */
  visit(address: string): void {
    if (this.#going) this.#next = address;
    else if (this.#depth > 1) {
      this.#next = address;
      this.#go(1 - this.#depth);
    } else if (this.#depth === 1) this.#replace(address);
    else location.hash = address;
  }

  /** The browser has gone to another entry. */
  moved(): void {
    const ours = this.#going;
    this.#going = false;
    const next = this.#next;
    this.#next = null;
    if (next !== null) return this.visit(next);
    // Back has been pressed, once for each layer that is to go.
    const steps = ours ? 0 : this.#entries - this.#depth;
    for (let step = 0; step < steps; step++) this.close();
    this.#soon();
  }

  /** Number of layer entries up to the current history entry. */
  get #depth(): number {
    return (this.#past.state as { layers?: number } | null)?.layers ?? 0;
  }

  /** Number of layer entries needed. */
  get #entries(): number {
    return untrack(() => this.#layers.filter(({ entry }) => entry).length);
  }

  #go(steps: number): void {
    this.#going = true;
    this.#past.go(steps);
  }

  /** Have as many entries as layers, once all that happens at the same time has: a sheet that takes
   * the place of a menu takes its entry, too. */
  #soon(): void {
    queueMicrotask(() => {
      if (this.#going) return; // seen to when the browser has gone there
      const entries = this.#entries;
      if (entries < this.#depth) this.#go(entries - this.#depth);
      for (let depth = this.#depth; depth < entries; depth++)
        this.#past.pushState({ layers: depth + 1 }, "");
    });
  }
}

const stack = new LayerStack(history, (address) => location.replace(address));

addEventListener("popstate", () => stack.moved());
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  // Otherwise browsers close by themselves, and some more than the top.
  if (stack.close()) event.preventDefault();
});

/** Open a layer over the page and the layers on it; see `LayerStack.push`. */
export const push = (element: HTMLElement, close: () => void, laying?: Laying): (() => void) =>
  stack.push(element, close, laying);

/** Whether the user has just pressed something, so that they asked for the layer. */
export const isAsked = (): boolean => navigator.userActivation?.isActive ?? true;

/** Close the top. */
export const closeTop = (): void => void stack.close();

/** Go to an address from `#` on. */
export const visit = (address: string): void => stack.visit(address);

/** Whether a dialog may open by itself now. */
export const free = (): boolean => stack.dialog === undefined;

/**
 * Moves an element into the top dialog, or else onto the page: screen readers and users do not
 * notice content below a dialog. The element is alone in a container, so that its siblings keep
 * their place.
 */
export const inTopLayer: Attachment<HTMLElement> = (node) => {
  $effect(() => (stack.dialog ?? document.body).append(node));
  return () => node.remove();
};
