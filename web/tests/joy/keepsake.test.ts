import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { draw } from "../../src/joy/keepsake";

test("a card of the picture has its index in the corner, and its face as large as itself", () => {
  const svg = draw(
    {
      site: "Sheng Ji",
      headline: "",
      players: [],
      rules: { last_level: "A", must_play: [] },
      climbers: [],
      best: { words: "", cards: ["KH"] },
    },
    readFileSync("../src/shengji/picture/cards.svg", "utf8"),
  );
  const used = [...new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("g use")];
  const sizeOf = (id: string) =>
    used
      .filter((one) => one.getAttribute("href") === `#${id}`)
      .map((one) => [Number(one.getAttribute("width")), Number(one.getAttribute("height"))]);
  expect(sizeOf("KH")).toEqual([[100, 140]]);
  expect(sizeOf("iKH")).toEqual([[32, 60]]);
});
