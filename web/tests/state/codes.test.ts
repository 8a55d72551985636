import { expect, it } from "vitest";

import { kept, show, unkept } from "../../src/state/codes.svelte";

it("keeps new recovery codes at hand until the person has kept them", () => {
  expect(unkept()).toEqual([]);
  show(["aaaa-bbbb", "cccc-dddd"]);
  expect(unkept()).toEqual(["aaaa-bbbb", "cccc-dddd"]);
  kept();
  expect(unkept()).toEqual([]);
});
