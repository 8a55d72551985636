import { expect, test } from "vitest";

import { isReviewed } from "../../src/replay/requests";

test("a hand that a concession has broken off has no review, nor has one of a file without a digest", () => {
  expect(isReviewed({ won: true, review: null }, false)).toBe(true);
  expect(isReviewed({ won: null, review: null }, false)).toBe(false);
  expect(isReviewed({ won: false, review: "digest" }, true)).toBe(true);
  expect(isReviewed({ won: false, review: null }, true)).toBe(false);
});
