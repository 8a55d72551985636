// @vitest-environment node
/** The colours of tokens.css against WCAG AA: 4.5 to 1 for text, 3 to 1 for edges of controls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../src/styles/tokens.css"), "utf8");

type Tokens = Record<string, string>;

function tokens(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
}

const light = tokens(":root");
const dark = { ...light, ...tokens(':root[data-theme="dark"]') };
const four = tokens(':root[data-suits="four"]');
const THEMES: Record<string, Tokens> = {
  light,
  dark,
  "light, four colours": { ...light, ...four },
  "dark, four colours": {
    ...dark,
    ...four,
    ...tokens(':root[data-suits="four"][data-theme="dark"]'),
  },
  ...Object.fromEntries(
    ["blue", "wine"].flatMap((felt) => [
      [`light, ${felt} table`, { ...light, ...tokens(`:root[data-felt="${felt}"]`) }],
      [
        `dark, ${felt} table`,
        { ...dark, ...tokens(`:root[data-theme="dark"][data-felt="${felt}"]`) },
      ],
    ]),
  ),
};

const GROUNDS = ["paper", "surface", "sunken"];
const SUITS = ["s", "h", "d", "c"];
const TEXTS: readonly (readonly [ink: string, ground: string])[] = [
  ...GROUNDS.flatMap((ground) => [
    ...["ink", "ink-soft", "accent", "danger", "gold"].map((ink) => [ink, ground] as const),
    ...SUITS.map((suit) => [`suit-${suit}-text`, ground] as const),
  ]),
  ...["accent", "danger", "gold"].flatMap((tint) => [
    ["ink", `${tint}-tint`] as const,
    ["ink-soft", `${tint}-tint`] as const,
    [tint, `${tint}-tint`] as const,
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ...["on-felt", "on-felt-soft", "on-felt-gold"].flatMap((ink) => [
    [ink, "felt"] as const,
    [ink, "felt-deep"] as const,
  ]),
  ["card-ink", "card-face"],
  ...[...SUITS, "joker-big", "joker-small"].map((suit) => [`suit-${suit}`, "card-face"] as const),
];
const EDGES: typeof TEXTS = GROUNDS.flatMap((ground) => [
  ["line-strong", ground] as const,
  ["focus", ground] as const,
]);

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

test.each(Object.entries(THEMES))("%s: everything can be read", (_, theme) => {
  const weak = (pairs: typeof TEXTS, least: number): string[] =>
    pairs
      .map(([ink, ground]) => ({ ink, ground, is: contrast(theme[ink]!, theme[ground]!) }))
      .filter(({ is }) => is < least)
      .map(({ ink, ground, is }) => `${ink} on ${ground}: ${is.toFixed(2)}`);
  expect([...weak(TEXTS, 4.5), ...weak(EDGES, 3)]).toEqual([]);
});

test.each(["blue", "wine"])("the %s table has colours of its own, in the dark too", (felt) => {
  const names = ["felt", "felt-deep", "felt-line"];
  for (const of of [
    `:root[data-felt="${felt}"]`,
    `:root[data-theme="dark"][data-felt="${felt}"]`,
  ]) {
    expect(Object.keys(tokens(of))).toEqual(names);
  }
});
