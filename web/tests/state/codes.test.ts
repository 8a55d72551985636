import { expect, it } from "vitest";

import { confirmSaved, show, unsavedCodes } from "../../src/state/codes.svelte";

it("keeps new recovery codes at hand until the person has saved them", () => {
  expect(unsavedCodes()).toEqual([]);
  show(["aaaa-bbbb", "cccc-dddd"]);
  expect(unsavedCodes()).toEqual(["aaaa-bbbb", "cccc-dddd"]);
  confirmSaved();
  expect(unsavedCodes()).toEqual([]);
});
