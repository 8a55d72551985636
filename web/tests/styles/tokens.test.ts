// @vitest-environment node
/** The colours of palette.css and roles.css against WCAG: 4.5 to 1 for text (7 to 1 at the table of
    high contrast), 3 to 1 for edges of controls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { FELTS } from "../../src/state/preferences.svelte";

type Tokens = Record<string, string>;
const css = ["palette", "roles"]
  .map((name) => readFileSync(join(import.meta.dirname, `../../src/styles/${name}.css`), "utf8"))
  .join("\n");
const RULES = [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
  ([, selectors, body]) => ({
    selectors: selectors!.split(",").map((selector) => selector.trim()),
    tokens: [...body!.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6}|var\(--[a-z0-9-]+\));/g)],
  }),
);

/** The colours of a page with these attributes of its root. */
function page(...attributes: string[]): Tokens {
  const set: Tokens = {};
  for (const { selectors, tokens } of RULES) {
    const applies = selectors.some((selector) => {
      const wanted = selector.match(/\[[^\]]+\]/g) ?? [];
      return !selector.includes(" ") && wanted.every((one) => attributes.includes(one));
    });
    if (applies) for (const [, name, value] of tokens) set[name!] = value!;
  }
  return set;
}

function colour(theme: Tokens, name: string): string {
  const value = theme[name] ?? "none";
  return value.startsWith("var") ? colour(theme, value.slice(6, -1)) : value;
}

const DARK = '[data-theme="dark"]';
const FOUR = '[data-suits="four"]';
const THEMES: Record<string, Tokens> = Object.fromEntries(
  FELTS.flatMap((felt) =>
    [[], [DARK], [FOUR], [DARK, FOUR]].map((look) => [
      [felt, ...look].join(" "),
      page(...look, `[data-felt="${felt}"]`, "[data-felt]"),
    ]),
  ),
);

const GROUNDS = ["paper", "surface", "sunken"];
const SUITS = ["s", "h", "d", "c"];
const ROLES = ["notice", "proposal", "loss", "warning", "winning", "declarers", "opponents"];
const TINTED = ["accent", "danger", "gold", ...ROLES];
const TEXTS: readonly (readonly [ink: string, ground: string])[] = [
  ...GROUNDS.flatMap((ground) => [
    ...["ink", "ink-soft", ...TINTED].map((ink) => [ink, ground] as const),
    ...SUITS.map((suit) => [`suit-${suit}-text`, ground] as const),
  ]),
  ...TINTED.flatMap((tint) => [
    ["ink", `${tint}-tint`] as const,
    ["ink-soft", `${tint}-tint`] as const,
    [tint, `${tint}-tint`] as const,
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-seal", "seal"],
  ["print-ink-soft", "print"],
  ...["card-ink", "card-red", "offending", "chosen"].map((ink) => [ink, "card-face"] as const),
  ...[...SUITS, "joker-big", "joker-small"].map((suit) => [`suit-${suit}`, "card-face"] as const),
];
const TABLE: typeof TEXTS = [
  ...["on-felt", "on-felt-soft", "on-felt-gold"].flatMap((ink) =>
    ["felt", "felt-deep", "felt-light"].map((ground) => [ink, ground] as const),
  ),
  ...["on-plate", "on-plate-soft", "on-felt-gold", "on-felt-declarers", "on-felt-opponents"].map(
    (ink) => [ink, "plate"] as const,
  ),
  ["on-acting", "acting"],
  ["acting-declarers", "acting"],
  ["acting-opponents", "acting"],
];
const EDGES: typeof TEXTS = [
  ...GROUNDS.flatMap((ground) => [["line-strong", ground] as const, ["focus", ground] as const]),
  ["card-gold", "card-face"],
  ...["on-felt-declarers", "on-felt-opponents", "acting"].map((ink) => [ink, "felt"] as const),
  ["card-gold", "card-face"],
];

function brightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

test.each(Object.entries(THEMES))("%s: everything can be read", (name, theme) => {
  const weak = (pairs: typeof TEXTS, least: number): string[] =>
    pairs
      .map(([ink, ground]) => ({
        ink,
        ground,
        is: contrast(colour(theme, ink), colour(theme, ground)),
      }))
      .filter(({ is }) => !(is >= least)) // not a number: there is no such colour
      .map(({ ink, ground, is }) => `${ink} on ${ground}: ${is.toFixed(2)}`);
  const table = name.startsWith("contrast") ? 7 : 4.5;
  expect([...weak(TEXTS, 4.5), ...weak(TABLE, table), ...weak(EDGES, 3)]).toEqual([]);
});

test("no two of the roles have one colour", () => {
  for (const theme of [page(), page(DARK)]) {
    const colours = ["accent", "danger", ...ROLES].map((role) => colour(theme, role));
    expect(new Set(colours).size).toBe(colours.length);
  }
});

test.each(FELTS)("the %s table has colours of its own, also in a dark page", (felt) => {
  const others = FELTS.filter((other) => other !== felt);
  for (const look of [[], [DARK]]) {
    const felts = others.map((other) => page(...look, `[data-felt="${other}"]`)["felt"]);
    expect(felts).not.toContain(page(...look, `[data-felt="${felt}"]`)["felt"]);
  }
});
