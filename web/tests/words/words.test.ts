import { beforeEach, expect, test } from "vitest";

import { inLanguage, learn, speak, suiting, t, language } from "../../src/words/words.svelte";

beforeEach(() => speak("en"));

test("a text is said in the language of the site", async () => {
  expect(t("shell.title")).toBe("Sheng Ji");
  await speak("zh-Hans");
  expect(t("shell.title")).toBe("升级");
  await speak("zh-Hant");
  expect(t("shell.title")).toBe("升級");
  expect(language()).toBe("zh-Hant");
  expect(document.documentElement.lang).toBe("zh-Hant");
});

test("parameters are put in, and one is told from many", async () => {
  expect(t("shell.seats_free", { count: 1 })).toBe("1 seat free");
  expect(t("shell.seats_free", { count: 0 })).toBe("0 seats free");
  expect(t("shell.less", { what: "Decks" })).toBe("Decks: less");
  await speak("zh-Hans");
  expect(t("shell.seats_free", { count: 1 })).toBe("1 个空位");
});

test("the language that was asked for last is the one that is spoken", async () => {
  await Promise.all([speak("zh-Hans"), speak("zh-Hant"), speak("en")]);
  expect(language()).toBe("en");
});

test("the words of a page apart are learned once, and in every language from then on", async () => {
  expect(t("admin.only")).toBe("");
  await learn("admin");
  expect(t("admin.only")).toBe("This page is for administrators.");
  expect(t("shell.title")).toBe("Sheng Ji");
  await speak("zh-Hant");
  expect(t("admin.only")).toBe("此頁僅供管理員使用。");
});

test("the server's words are read in the language of the site", async () => {
  const words = { en: "trumps", "zh-Hans": "主牌", "zh-Hant": "主牌。" };
  expect(inLanguage(words)).toBe("trumps");
  await speak("zh-Hant");
  expect(inLanguage(words)).toBe("主牌。");
});

test.each([
  [["en-GB"], "en"],
  [["zh-CN"], "zh-Hans"],
  [["zh"], "zh-Hans"],
  [["zh-SG", "en"], "zh-Hans"],
  [["zh-TW"], "zh-Hant"],
  [["zh-HK"], "zh-Hant"],
  [["zh-Hant-MO"], "zh-Hant"],
  [["zh-Hans-HK"], "zh-Hans"],
  [["yue"], "zh-Hant"],
  [["fr", "zh-TW", "en"], "zh-Hant"],
  [["fr"], "en"],
  [[], "en"],
] as const)("a browser that reads %j is spoken to in %s", (languages, expected) => {
  expect(suiting(languages)).toBe(expected);
});
