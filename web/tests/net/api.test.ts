import { expect, test } from "vitest";

import { withQuery } from "../../src/net/api";

test.each([
  [{}, "/api/x"],
  [{ a: null, b: undefined }, "/api/x"],
  [{ a: "", b: 0, c: false }, "/api/x?a=&b=0&c=false"],
  [{ named: "A & B", after: null, with: "é" }, "/api/x?named=A+%26+B&with=%C3%A9"],
])("what is missing is left out of a query: %j", (query, address) => {
  expect(withQuery("/api/x", query)).toBe(address);
});
