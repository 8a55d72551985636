// @vitest-environment node
/** Components name what a colour means; the colours themselves stand in palette.css. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
/** A colour in hexadecimals: not `{#each`, and no address or name that follows a letter. */
const HEX = /(?<![{&0-9A-Za-z_-])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![0-9a-z_-])/gi;

test("no component has a colour of its own", () => {
  const components = readdirSync(SOURCES, { encoding: "utf8", recursive: true }).filter((name) =>
    name.endsWith(".svelte"),
  );
  expect(components.length).toBeGreaterThan(100);
  const found = components.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), "utf8").matchAll(HEX)].map(([hex]) => `${name}: ${hex}`),
  );
  expect(found).toEqual([]);
});
