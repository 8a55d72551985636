import { readFileSync } from "node:fs";

import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import CardBack from "../../src/cards/CardBack.svelte";
import CardFace from "../../src/cards/CardFace.svelte";
import { packOf } from "../../src/cards/pack";
import { BACKS } from "../../src/state/preferences.svelte";

const sprite = readFileSync("../src/shengji/picture/cards.svg", "utf8");
const drawn = new Set([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id));

test("the sprite has what every card and back shows", () => {
  const target = document.createElement("div");
  const shown = [
    ...packOf({ decks: 1, removed: [] }).map((card) =>
      mount(CardFace, { target, props: { card } }),
    ),
    ...BACKS.map((back) => mount(CardBack, { target, props: { back } })),
  ];
  flushSync();
  const used = [...target.querySelectorAll("use")].map((one) =>
    one.getAttribute("href")!.replace(/.*#/, ""),
  );
  expect(used).toHaveLength(3 * 54 + BACKS.length);
  expect(used.filter((id) => !drawn.has(id))).toEqual([]);
  expect(drawn.size).toBe(new Set(used).size);
  shown.forEach((one) => void unmount(one));
});
