import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Intro from "../../src/intro/Intro.svelte";
import { STEPS } from "../../src/intro/lesson";
import { preferences } from "../../src/state/preferences.svelte";
import { learn, speak } from "../../src/words/words.svelte";

let page: Record<string, unknown>;

beforeEach(async () => {
  preferences.motion = "reduced";
  vi.stubGlobal("scrollTo", () => {});
  await speak("en");
  await learn("intro");
  page = mount(Intro, { target: document.body });
  flushSync();
});
afterEach(async () => {
  await unmount(page);
  vi.unstubAllGlobals();
});

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = () => document.body.textContent ?? "";
const named = (name: string) => {
  const found = all("button").find((button) => button.textContent?.trim() === name);
  if (!found) throw new Error(`no button ${name}: ${all("button").map((b) => b.textContent)}`);
  return found;
};

async function press(button: HTMLElement): Promise<void> {
  button.click();
  await tick();
  await tick();
}

async function solve(place: number): Promise<void> {
  const { task, hand } = STEPS[place]!;
  if (task.kind === "seat") return press(all(`[data-seat="${task.accepted[0]}"]`)[0]!);
  if (task.kind === "number") return press(named(task.accepted[0]!));
  const left = (hand ?? []).map((card, at) => ({ card, at }));
  for (const card of task.accepted[0]!) {
    const [found] = left.splice(
      left.findIndex((one) => one.card === card),
      1,
    );
    await press(all(".hand button")[found!.at]!);
  }
  await press(all("footer button")[0]!);
}

it("is gone through from the first step to a table", async () => {
  for (const place of STEPS.keys()) {
    expect(text()).toContain(`Step ${place + 1} of ${STEPS.length}`);
    expect(all('section[aria-label="The table"]')).toHaveLength(1);
    await solve(place);
    expect(text()).toContain("Right!");
    await press(named("Next"));
  }
  named("Play your first hand");
});

it("explains a wrong answer, and shows the right one to who does not find it", async () => {
  await press(all('[data-seat="1"]')[0]!);
  expect(text()).toContain("That is one of your opponents.");
  expect(all("button").some((button) => button.textContent?.trim() === "Next")).toBe(false);
  await press(all('[data-seat="3"]')[0]!);
  await press(named("Show me"));
  expect(text()).toContain("Right!");
});

it("keeps what is solved when one goes back", async () => {
  await solve(0);
  await press(named("Next"));
  await press(named("Back"));
  expect(text()).toContain("Right!");
  await press(named("Next"));
  expect(text()).toContain("Step 2 of");
});

it("lays the others' cards down one after the other, unless motion is unwanted", async () => {
  for (let place = 0; STEPS[place]?.id !== "lead"; place += 1) {
    await solve(place);
    await press(named("Next"));
  }
  preferences.motion = "full";
  const place = STEPS.findIndex(({ id }) => id === "lead");
  const played = () => all(".table .fan").length;
  vi.useFakeTimers();
  const solved = solve(place);
  await vi.advanceTimersByTimeAsync(0);
  await solved;
  expect(played()).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(played()).toBe(4);
  expect(all("[data-seat].winning .name")[0]?.textContent).toContain("Partner");
  vi.useRealTimers();
});
