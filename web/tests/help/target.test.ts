import { describe, expect, it } from "vitest";

import { beside, besideFree, overlap, targetAt } from "../../src/help/target";
import { TEXTS } from "../../src/words/generated/play.en";
import { TERMS } from "../../src/help/glossary";

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.querySelector("#at")!;
}

describe("what is pointed at", () => {
  it("is the nearest element that has help", () => {
    const at = element('<div data-help="trick"><p data-help="lead"><b id="at">K</b></p></div>');
    expect(targetAt(at)?.key).toBe("lead");
  });

  it("is nothing where no element around it has help", () => {
    expect(targetAt(element('<b id="at"></b>'))).toBeNull();
    expect(targetAt(null)).toBeNull();
  });
});

describe("an explanation", () => {
  const size = { width: 200, height: 100 };
  const screen = { width: 360, height: 640 };

  it("stands below what it explains", () => {
    const target = { left: 100, top: 50, width: 40, height: 40 };
    expect(beside(target, size, screen)).toEqual({ left: 20, top: 100 });
  });

  it("stands above it at the bottom of the screen", () => {
    const target = { left: 100, top: 560, width: 40, height: 60 };
    expect(beside(target, size, screen)).toEqual({ left: 20, top: 450 });
  });

  it("stays on the screen", () => {
    const target = { left: 340, top: 0, width: 20, height: 640 };
    const { left, top } = beside(target, size, screen);
    expect([left, top]).toEqual([150, 530]);
  });
});

it("stands where it covers nothing else, or nowhere", () => {
  const [size, screen] = [
    { width: 100, height: 40 },
    { width: 360, height: 640 },
  ] as const;
  const target = { left: 160, top: 100, width: 40, height: 40 };
  const below = { left: 0, top: 150, width: 360, height: 490 };
  expect(besideFree(target, size, [], screen)).toEqual({ left: 130, top: 150 });
  expect(besideFree(target, size, [below], screen)).toEqual({ left: 130, top: 50 });
  const measured = new DOMRect(0, 0, size.width, size.height);
  expect(besideFree(target, measured, [below], screen)).toEqual({ left: 130, top: 50 });
  const above = { left: 0, top: 0, width: 360, height: 99 };
  expect(besideFree(target, size, [below, above], screen)).toEqual({ left: 210, top: 100 });
  const around = { left: 0, top: 0, width: 360, height: 640 };
  expect(besideFree(target, size, [around], screen)).toBeNull();
});

it("overlaps what shares a place with it, and not what only touches it", () => {
  const box = { left: 10, top: 10, width: 10, height: 10 };
  expect(overlap(box, { ...box, left: 19 })).toBe(true);
  expect(overlap(box, { ...box, left: 20 })).toBe(false);
  expect(overlap(box, { ...box, top: 0 })).toBe(false);
});

it("is there for every word of the game", () => {
  const texts: Record<string, string> = TEXTS;
  expect(TERMS.filter(({ key }) => !texts[`help.term_${key}`])).toEqual([]);
});
