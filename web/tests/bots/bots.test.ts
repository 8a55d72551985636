import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it } from "vitest";

import BotChoice from "../../src/bots/BotChoice.svelte";
import { botName, costOf, isOf, LEVELS, levelId, wantedBot } from "../../src/bots/bots";
import { defaults, preferences } from "../../src/state/preferences.svelte";
import type { BotLine } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const plain = { level: null, rating: null, name: null, says: null };
const OFFERED: readonly BotLine[] = [
  ...LEVELS.map((level) => ({
    ...plain,
    bot: levelId(level),
    seconds: 0,
    level,
    rating: 600 + 150 * level,
  })),
  { ...plain, bot: "granny", seconds: 0, level: 4 },
  { ...plain, bot: "clubhouse", seconds: null },
];

beforeEach(async () => {
  Object.assign(preferences, defaults(["en"]));
  await speak("en");
  flushSync();
});

it("names levels and characters in the language of the site, and other bots as they are called", async () => {
  expect(["easy", "granny", "level-3", "clubhouse"].map(botName)).toEqual([
    "Easy",
    "Granny Tang",
    "Learner",
    "clubhouse",
  ]);
  expect(botName("constructor")).toBe("constructor");
  await speak("zh-Hans");
  expect(["strong", "granny"].map(botName)).toEqual(["高级", "糖婆婆"]);
});

it("says how long one has to wait", () => {
  expect(OFFERED.slice(-2).map(costOf)).toEqual(["answers at once", "a bot of this site's own"]);
  expect(costOf({ seconds: 1.04 })).toBe("thinks about 1 s a move");
});

it("wants what was chosen last, if that is offered, else the user's own level", () => {
  expect(wantedBot(OFFERED)).toBe("level-3");
  expect(wantedBot([]), "before the offer is known").toBe("level-3");
  expect(wantedBot(OFFERED.slice(-1))).toBe("clubhouse");
  preferences.bot = "clubhouse";
  expect(wantedBot(OFFERED)).toBe("clubhouse");
  expect(wantedBot(OFFERED.slice(0, 8))).toBe("level-3");
  preferences.bot = "medium";
  expect(wantedBot(OFFERED), "what was offered before there were levels").toBe("level-6");
});

it("knows the bots of a level", () => {
  expect(isOf("granny", "level-4", OFFERED)).toBe(true);
  expect(isOf("granny", "level-5", OFFERED)).toBe(false);
  expect(isOf("clubhouse", "clubhouse", OFFERED)).toBe(true);
});

it("keeps the chosen level, and says how it suits", async () => {
  const choice = mount(BotChoice, { target: document.body, props: { bots: OFFERED } });
  flushSync();
  const ways = [...document.querySelectorAll<HTMLInputElement>(".levels input")];
  expect(ways.map((way) => way.checked).indexOf(true)).toBe(2);
  ways[3]!.click();
  flushSync();
  expect(preferences.bot).toBe("level-4");
  expect(document.querySelector("p")!.textContent).toContain("a little stronger than you");
  await unmount(choice);
});
