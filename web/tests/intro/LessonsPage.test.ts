import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LESSON_IDS, stepsOf } from "../../src/intro/lesson";
import LessonPage from "../../src/intro/LessonPage.svelte";
import LessonsPage from "../../src/intro/LessonsPage.svelte";
import { preferences } from "../../src/state/preferences.svelte";
import { learn, speak } from "../../src/words/words.svelte";

let page: Record<string, unknown> = {};

beforeEach(async () => {
  preferences.motion = "reduced";
  preferences.lessons = [];
  vi.stubGlobal("scrollTo", () => {});
  await speak("en");
  await learn("intro");
});
afterEach(async () => {
  await unmount(page);
  vi.unstubAllGlobals();
});

const buttons = () => [...document.querySelectorAll<HTMLElement>("main button")];
async function press(name: string): Promise<void> {
  const found = buttons().find((button) => button.textContent?.trim() === name);
  if (!found) throw new Error(`no button ${name}`);
  found.click();
  await tick();
  await tick();
}

it("is kept as done after its three positions, whose answers can all be shown", async () => {
  page = mount(LessonPage, { target: document.body, props: { lesson: "leading" } });
  flushSync();
  for (const { hand } of stepsOf("leading")) {
    for (let wrong = 0; wrong < 2; wrong += 1) await press("Play");
    expect(hand?.length).toBeGreaterThan(0);
    await press("Show me");
    expect(preferences.lessons).toEqual([]);
    await press("Next");
  }
  expect(preferences.lessons).toEqual(["leading"]);
  expect(buttons().map((button) => button.textContent?.trim())).toContain("Play the hand");
});

it("lists all, and says which are done", () => {
  preferences.lessons = ["declaring"];
  page = mount(LessonsPage, { target: document.body });
  flushSync();
  const links = [...document.querySelectorAll("ol a")];
  expect(links).toHaveLength(LESSON_IDS.length);
  expect(links.map((link) => link.textContent?.includes("Done"))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
