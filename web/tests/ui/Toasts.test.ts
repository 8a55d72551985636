import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";

import { preferences } from "../../src/state/preferences.svelte";
import Dialog from "../../src/ui/Dialog.svelte";
import Toasts from "../../src/ui/Toasts.svelte";
import { outlet } from "../../src/ui/outlets.svelte";
import { toast } from "../../src/ui/toasts.svelte";
import { speak } from "../../src/words/words.svelte";

const shown: ReturnType<typeof mount>[] = [];
const children = createRawSnippet(() => ({ render: () => "<p>text</p>" }));

function lay(title: string): HTMLDialogElement {
  const props = { open: true, title, children };
  shown.push(mount(Dialog, { target: document.body, props }));
  flushSync();
  return [...document.querySelectorAll("dialog")].at(-1)!;
}

/** What the message stands in, which is on the page once. */
function home(): Element | null {
  const all = document.querySelectorAll(".toasts");
  expect(all.length).toBe(1);
  expect(all[0]!.textContent).toContain("Kept.");
  const place = all[0]!.parentElement!;
  return place.closest("dialog") ?? place;
}

afterEach(async () => {
  for (const one of shown.splice(0)) await unmount(one);
});

it("a message stands in the flow of the dialog, above its buttons, and of the page", async () => {
  await speak("en");
  preferences.motion = "reduced";
  const board = document.body.appendChild(document.createElement("div"));
  const left = outlet(board);
  flushSync();
  const toasts = mount(Toasts, { target: document.body });
  toast("Kept.");
  flushSync();
  expect(home()).toBe(board);
  const result = lay("Result");
  expect(home()).toBe(result);
  const place = document.querySelector(".toasts")!.parentElement!;
  expect(place.previousElementSibling!.classList).toContain("content");
  if (left) left();
  await unmount(toasts);
  board.remove();
});

it("a message lies over every dialog, is read there, and goes with the page", async () => {
  await speak("en");
  preferences.motion = "reduced";
  const toasts = mount(Toasts, { target: document.body });
  toast("Kept.");
  flushSync();
  expect(home()).toBe(document.body);
  const result = lay("Result");
  expect(home()).toBe(result);
  const chat = lay("Chat");
  expect(home()).toBe(chat);
  chat.close();
  flushSync();
  expect(home()).toBe(result);
  await unmount(shown.shift()!);
  flushSync();
  expect(home()).toBe(document.body);
  await unmount(toasts);
  expect(document.querySelector(".toasts")).toBeNull();
});
