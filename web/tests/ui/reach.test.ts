import { expect, it } from "vitest";

import { meansItself } from "../../src/ui/reach";

it("knows the names by which a device means itself", () => {
  for (const host of [
    "localhost",
    "LOCALHOST",
    "cards.localhost",
    "127.0.0.1",
    "127.1.2.3",
    "[::1]",
  ])
    expect(meansItself(host), host).toBe(true);
  for (const host of [
    "192.168.1.20",
    "cards.example",
    "localhost.example",
    "[fe80::1]",
    "12.7.0.1",
  ])
    expect(meansItself(host), host).toBe(false);
});
