import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import Dialog from "../../src/ui/Dialog.svelte";

const shown: ReturnType<typeof mount>[] = [];
const children = createRawSnippet(() => ({ render: () => "<p>text</p>" }));

function lay(title: string, whenClear = false, undismissable = false): HTMLDialogElement {
  const props = { open: true, title, whenClear, undismissable, children };
  shown.push(mount(Dialog, { target: document.body, props }));
  flushSync();
  return [...document.querySelectorAll("dialog")].at(-1)!;
}

afterEach(async () => {
  for (const one of shown.splice(0)) await unmount(one);
});

describe("a dialog that opens by itself", () => {
  it("waits until no other lies there", () => {
    const chat = lay("Chat");
    const result = lay("Result", true);
    expect([chat.open, result.open]).toEqual([true, false]);
    chat.close();
    flushSync();
    expect([chat.open, result.open]).toEqual([false, true]);
  });

  it("opens at once where none does", () => {
    expect(lay("Result", true).open).toBe(true);
  });

  it("no longer waits for one that was taken away", async () => {
    lay("Chat");
    const result = lay("Result", true);
    await unmount(shown.shift()!);
    flushSync();
    expect(result.open).toBe(true);
  });
});

it("that is undismissable stays, whatever one presses, and has no button that closes it", () => {
  const codes = lay("Codes", false, true);
  expect(codes.querySelector("header button")).toBeNull();
  const cancel = new Event("cancel", { cancelable: true });
  codes.dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  const esc = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  codes.dispatchEvent(esc);
  expect(esc.defaultPrevented).toBe(true);
  codes.click();
  codes.close(); // as a browser does at the second Esc
  flushSync();
  expect(codes.open).toBe(true);
  expect(codes.textContent).toContain("text");
});

describe("a browser that tells late of a dialog which it has closed", () => {
  /** A dialog of a browser that does not tell at all, until it is told to. */
  function late(): { dialog: HTMLDialogElement; props: { open: boolean }; gone: () => number } {
    const onclose = vi.fn();
    const props = $state({ open: true, title: "Chat", children, onclose });
    shown.push(mount(Dialog, { target: document.body, props }));
    flushSync();
    const dialog = [...document.querySelectorAll("dialog")].at(-1)!;
    dialog.close = () => dialog.removeAttribute("open");
    return { dialog, props, gone: () => onclose.mock.calls.length };
  }
  const escape = (): Event => new Event("cancel", { cancelable: true });

  it("is not waited for: Esc has closed it at once", () => {
    const { dialog, gone } = late();
    dialog.dispatchEvent(escape());
    expect([dialog.open, gone()]).toEqual([false, 1]);
    dialog.dispatchEvent(new Event("close"));
    expect(gone()).toBe(1);
  });

  it("does not close it again when it has been opened meanwhile", () => {
    const { dialog, props, gone } = late();
    dialog.dispatchEvent(escape());
    props.open = true;
    flushSync();
    expect(dialog.open).toBe(true);
    dialog.dispatchEvent(new Event("close"));
    flushSync();
    expect([dialog.open, gone()]).toEqual([true, 1]);
  });
});
