import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { FIELDS } from "../../src/room/settings.fields";
import { TEXTS } from "../../src/words/generated/play.en";

/** The explanations, without the words of the help itself and of the glossary. */
const explained = Object.keys(TEXTS)
  .filter((key) => key.startsWith("help.") && !key.startsWith("help.term_"))
  .map((key) => key.slice("help.".length))
  .filter((key) => !["pointing", "leave", "glossary", "documents"].includes(key));

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
  expect(carried.filter((key) => !explained.includes(key!))).toEqual([]);
});

it("has an element for every explanation", () => {
  expect(explained.filter((key) => !carried.includes(key))).toEqual([]);
});
