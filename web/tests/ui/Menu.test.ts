import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import Menu from "../../src/ui/Menu.svelte";

it("puts what belongs together under its heading", async () => {
  const acted = vi.fn();
  const items = [
    { label: "Easy", note: "at once", group: "Level", checked: false, act: acted },
    { label: "Strong", note: "thinks", group: "Level", checked: true, act: acted },
    { label: "Swap", act: vi.fn() },
  ];
  const menu = mount(Menu, { target: document.body, props: { label: "More", items } });
  document.querySelector("button")!.click();
  flushSync();
  const group = document.querySelector("[role=group]")!;
  expect(group.getAttribute("aria-label")).toBe("Level");
  const levels = [...group.querySelectorAll<HTMLButtonElement>("[role=menuitemradio]")];
  expect(levels.map((each) => each.getAttribute("aria-checked"))).toEqual(["false", "true"]);
  expect(levels[1]!.textContent).toMatch(/Strong\s*thinks/);
  expect(document.querySelectorAll("[role=menuitem]")).toHaveLength(1);
  levels[0]!.click();
  flushSync();
  expect(acted).toHaveBeenCalledOnce();
  expect(document.querySelector("[role=menu]")).toBeNull();
  await unmount(menu);
});
