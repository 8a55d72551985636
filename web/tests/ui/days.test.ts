import { expect, test } from "vitest";

import { dayOf } from "../../src/ui/days";

test("a day is that day in every time zone, and not one before or after it", () => {
  expect(dayOf("2026-03-01")).toBe("Mar 1, 2026");
  expect(dayOf("2026-12-31")).toBe("Dec 31, 2026");
});
