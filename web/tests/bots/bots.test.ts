import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it } from "vitest";

import BotChoice from "../../src/bots/BotChoice.svelte";
import { botName, costOf, wantedBot } from "../../src/bots/bots";
import { defaults, preferences } from "../../src/state/preferences.svelte";
import { speak } from "../../src/words/words.svelte";

const OFFERED = [
  { bot: "easy", seconds: 0 },
  { bot: "medium", seconds: 0 },
  { bot: "strong", seconds: 0.1 },
  { bot: "clubhouse", seconds: null },
];

beforeEach(async () => {
  Object.assign(preferences, defaults(["en"]));
  await speak("en");
  flushSync();
});

it("names levels in the language of the site, and other bots as they are called", async () => {
  expect(OFFERED.map(({ bot }) => botName(bot))).toEqual(["Easy", "Medium", "Strong", "clubhouse"]);
  expect(botName("constructor")).toBe("constructor");
  await speak("zh-Hans");
  expect(botName("strong")).toBe("高级");
});

it("says how long one has to wait", () => {
  expect(OFFERED.map(costOf)).toEqual([
    "answers at once",
    "answers at once",
    "thinks about 0.1 s a move",
    "a bot of this site's own",
  ]);
  expect(costOf({ bot: "master", seconds: 1.04 })).toBe("thinks about 1 s a move");
});

it("wants what was chosen last, if that is offered", () => {
  expect(wantedBot(OFFERED)).toBe("medium");
  preferences.bot = "clubhouse";
  expect(wantedBot(OFFERED)).toBe("clubhouse");
  expect(wantedBot([]), "before the offer is known").toBe("clubhouse");
  expect(wantedBot(OFFERED.slice(0, 3))).toBe("medium");
  expect(wantedBot(OFFERED.slice(0, 1))).toBe("easy");
  preferences.bot = "master";
  expect(wantedBot(OFFERED), "master is not offered in every game").toBe("strong");
});

it("keeps what is chosen, and says what it costs", async () => {
  const choice = mount(BotChoice, { target: document.body, props: { bots: OFFERED } });
  flushSync();
  const ways = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  expect(ways.map((way) => way.checked)).toEqual([false, true, false, false]);
  ways[2]!.click();
  flushSync();
  expect(preferences.bot).toBe("strong");
  expect(document.querySelector("p")!.textContent).toBe("thinks about 0.1 s a move");
  await unmount(choice);
});
