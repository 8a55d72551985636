import { expect, it } from "vitest";

import { rulesOf, SYSTEMS } from "../../src/lobby/systems";

it("a game is a preset of the server, or has rules of its own", () => {
  expect(rulesOf("tractor")).toBe("tractor");
  expect(rulesOf("land")).toEqual({ system: "tractor", land: true });
  expect(new Set(SYSTEMS.map(({ name }) => name)).size).toBe(SYSTEMS.length);
});
