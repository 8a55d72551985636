import { expect, test } from "vitest";

import { lastTrickLies } from "../../src/sheets/LastTrickView.svelte";
import type { LiveTable } from "../../src/state/table.svelte";
import type { Settings } from "../../src/wire";

const lies = (last_trick: Settings["last_trick"], trick: object | null): boolean =>
  lastTrickLies({ table: { settings: { last_trick } }, hand: { trick } } as unknown as LiveTable);

test("the last trick lies open as long as the host has set", () => {
  expect([lies("always", null), lies("always", {})]).toEqual([true, true]);
  expect([lies("until-lead", null), lies("until-lead", {})]).toEqual([true, false]);
  expect([lies("never", null), lies("never", {})]).toEqual([false, false]);
});
