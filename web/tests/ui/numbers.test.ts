import { expect, test } from "vitest";

import { signed } from "../../src/ui/numbers";

test.each([
  [0, "0"],
  [-0.4, "0"],
  [17.6, "+18"],
  [-17.6, "−18"],
  [1200, "+1200"],
])("%d is written %s", (value, written) => {
  expect(signed(value)).toBe(written);
});
