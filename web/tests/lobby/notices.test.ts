import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Install from "../../src/lobby/Install.svelte";
import Resume from "../../src/lobby/Resume.svelte";
import { defaults, preferences } from "../../src/state/preferences.svelte";
import { know } from "../../src/state/person.svelte";
import type { Me, Seated } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const TABLE = { table: "t", title: "Friday evening", playing: true, game: "tractor" } as Seated;

let component: Record<string, unknown>;

beforeEach(async () => {
  await speak("en");
  Object.assign(preferences, defaults(["en"]));
  location.hash = "#/";
});
afterEach(async () => {
  await unmount(component);
  vi.unstubAllGlobals();
});

function text(of: typeof Install | typeof Resume): string {
  component = mount(of, { target: document.body });
  flushSync();
  return document.body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

it("offers the hand that goes on, with what this browser knows of it", () => {
  know({ person: "a", name: "Ann", tables: [{ ...TABLE, table: "x" }, TABLE] } as unknown as Me);
  preferences.left = { table: "t", hand: 3, turn: true };
  expect(text(Resume)).toContain("Your hand goes on Friday evening · hand 3 · your turn");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("#/table/t");
});

it("offers no table that waits for players", () => {
  know({ person: "a", name: "Ann", tables: [{ ...TABLE, playing: false }] } as unknown as Me);
  expect(text(Resume)).toBe("");
});

it("names what to press for installing after three hands, until it is dismissed", () => {
  vi.stubGlobal("navigator", { standalone: false, userAgent: "Safari" });
  preferences.hands = 2;
  expect(text(Install)).toBe("");
  preferences.hands = 3;
  flushSync();
  expect(document.body.textContent).toContain("Add to Home Screen");
  document.querySelector("button")!.click();
  flushSync();
  expect(document.body.textContent?.trim()).toBe("");
  expect(preferences.installDismissed).toBe(true);
});

it("says nothing about installing inside the installed site", () => {
  vi.stubGlobal("navigator", { standalone: true, userAgent: "Safari" });
  preferences.hands = 3;
  expect(text(Install)).toBe("");
});
