import { expect, test } from "vitest";

import { again, answered, type Course, LATER, START } from "../../src/practice/missed";

type Kind = "trick" | "kitty";
const one = { kind: "trick", seed: 7 } as const;

function after(others: number): Course<Kind> {
  let course: Course<Kind> = answered<Kind>(START, one, false);
  for (let seed = 100; seed < 100 + others; seed++) {
    course = answered(course, { kind: "kitty", seed }, true);
  }
  return course;
}

test("answers are counted, and those that were right one after the other", () => {
  const course = after(2);
  expect([course.asked, course.right, course.row]).toEqual([3, 2, 2]);
  expect(answered(course, { kind: "kitty", seed: 1 }, false).row).toBe(0);
});

test("what was missed comes again after some others, and not before", () => {
  expect(again(after(LATER - 1), [])).toBeNull();
  expect(again(after(LATER), [])).toMatchObject(one);
});

test("what was missed comes again only where its kind is asked", () => {
  expect(again(after(LATER), ["kitty"])).toBeNull();
  expect(again(after(LATER), ["kitty", "trick"])).toMatchObject(one);
});

test("once it is right it waits no more; missed again, it waits anew", () => {
  expect(answered(after(LATER), one, true).missed).toEqual([]);
  const missed = answered(after(LATER), one, false);
  expect(missed.missed).toHaveLength(1);
  expect(again(missed, [])).toBeNull();
});
