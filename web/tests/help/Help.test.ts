import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import HelpKey from "../../src/help/HelpKey.svelte";
import { help, point } from "../../src/help/help.svelte";
import { speak } from "../../src/words/words.svelte";

let component: Record<string, unknown>;
let button: HTMLButtonElement;
const acted = vi.fn();

beforeEach(async () => {
  // What the tests' document lacks of popovers.
  HTMLElement.prototype.showPopover = vi.fn();
  HTMLElement.prototype.hidePopover = vi.fn();
  const matches = Element.prototype.matches;
  const query = document.querySelectorAll.bind(document);
  vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, selector) {
    return selector !== ":popover-open" && matches.call(this, selector);
  });
  vi.spyOn(document, "querySelectorAll").mockImplementation((selector: string) =>
    query(selector === "dialog:modal" ? "dialog[open]" : selector),
  );
  await speak("en");
  acted.mockReset();
  document.body.innerHTML = '<button data-help="hint">Hint</button><input id="name" />';
  button = document.querySelector("button")!;
  button.addEventListener("click", acted);
  component = mount(HelpKey, { target: document.body });
  flushSync();
});
afterEach(async () => {
  point(false);
  flushSync();
  await unmount(component);
  vi.restoreAllMocks();
});

async function key(name: string, at: Element = document.body): Promise<void> {
  at.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  flushSync();
  await vi.dynamicImportSettled(); // the first `?` loads what it turns on
  flushSync();
  await tick();
}

async function click(): Promise<void> {
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  flushSync();
  await tick();
}

it("explains what is tapped, which does nothing meanwhile, until Esc", async () => {
  await key("?");
  expect(help.pointing).toBe(true);
  await click();
  expect(document.body.textContent).toContain("Asks a bot what it would do");
  expect(acted).not.toHaveBeenCalled();
  await key("Escape");
  expect(help.pointing).toBe(false);
  await click();
  expect(acted).toHaveBeenCalledOnce();
});

it("explains what has the focus instead of pressing it", async () => {
  await key("?");
  const pressed = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  button.dispatchEvent(pressed);
  flushSync();
  await tick();
  expect(pressed.defaultPrevented).toBe(true);
  expect(document.body.textContent).toContain("Asks a bot what it would do");
});

it("leaves a ? that is written alone", async () => {
  await key("?", document.querySelector("#name")!);
  expect(help.pointing).toBe(false);
});

it("explains what has the focus at its place, when it is asked for by a key", async () => {
  button.getBoundingClientRect = () => new DOMRect(300, 400, 80, 40);
  button.focus();
  await key("?", button);
  await tick();
  flushSync();
  const balloon = document.querySelector<HTMLElement>(".balloon")!;
  expect(balloon.textContent).toContain("Asks a bot what it would do");
  expect(balloon.style.top).toBe("450px");
});
