import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { HELP_KEYS } from "../../src/help/keys";
import { FIELDS } from "../../src/room/settings.fields";

/** The keys in what stands behind each `data-help=` of the components: one word, or a choice. */
const carried = globSync("src/**/*.svelte")
  .flatMap((path) => readFileSync(path, "utf8").match(/data-help=("[^"]*"|\{[^}]*\})/g) ?? [])
  .flatMap((attribute) =>
    attribute.includes("{")
      ? [...attribute.matchAll(/[?:] "([^"]+)"/g)].map(([, key]) => key)
      : attribute.slice('data-help="'.length, -1),
  )
  .concat(FIELDS.flatMap(({ help }) => help ?? []));

it("has an explanation for every key that an element carries", () => {
  expect(carried.filter((key) => !(HELP_KEYS as readonly unknown[]).includes(key))).toEqual([]);
});

it("has an element for every explanation", () => {
  expect(HELP_KEYS.filter((key) => !carried.includes(key))).toEqual([]);
});
