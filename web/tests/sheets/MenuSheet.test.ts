import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import MenuSheet from "../../src/sheets/MenuSheet.svelte";
import type { LiveTable } from "../../src/state/table.svelte";
import type { TableState } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

test.each([true, false])("offers to take a play back only where one may be: %s", async (may) => {
  await speak("en");
  const table = {
    playing: true,
    rules: { teams: "fixed" },
    settings: {},
    seats: [{ bot: null, person: "me" }],
  } as unknown as TableState;
  const live = { seat: 0, you: "me", now: { may_take_back: may }, may: { propose: [] }, table };
  const props = { live: live as unknown as LiveTable, table, onclose: () => {}, onsheet: () => {} };
  const shown = mount(MenuSheet, { target: document.body, props });
  flushSync();
  expect(document.body.textContent.includes("Take my last play back")).toBe(may);
  await unmount(shown);
});
