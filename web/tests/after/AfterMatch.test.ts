import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import AfterMatch from "../../src/after/AfterMatch.svelte";
import type { LiveTable } from "../../src/state/table.svelte";
import type { TableState } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

let asked: string[];

beforeEach(async () => {
  asked = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ review: null }));
  });
  await speak("en");
  await learn("after");
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a hand that is over", {}, ["/api/tables/t/hands/2/review"]],
  ["no hand that a concession has broken off", null, []],
])("asks for the review of %s", async (_, ended, addresses) => {
  const table = { id: "t", seats: [], settings: {}, rules: {} } as unknown as TableState;
  const live = { id: "t", you: "me", seat: 0, said: [], table, hand: { number: 2, ended } };
  const props = { live: live as unknown as LiveTable, table };
  const shown = mount(AfterMatch, { target: document.body, props });
  flushSync();
  expect(asked).toEqual(addresses);
  await unmount(shown);
});
