import { beforeEach, expect, it } from "vitest";

import { HERE, nextOf, rulesOf, whenOf, zoneName, zonesWith } from "../../src/evenings/evenings";
import { learn, speak } from "../../src/words/words.svelte";

const evening = { first: "2026-12-31", time: "20:00", zone: HERE } as const;

beforeEach(() => learn("evenings"));

it("says when it is, as people say it", async () => {
  await speak("en");
  const said = (every: "week" | "fortnight" | "month", first: string): string =>
    whenOf({ ...evening, every, first }).replace("\u202f", " ");
  expect(said("week", "2026-12-31")).toBe("Every Thursday at 8:00 PM");
  expect(said("fortnight", "2026-12-31")).toBe("Every second Thursday at 8:00 PM");
  expect(said("month", "2026-12-31")).toBe("Every month on the last Thursday at 8:00 PM");
  expect(said("month", "2026-12-28")).toBe("Every month on the fourth Monday at 8:00 PM");
  expect(said("month", "2026-12-01")).toBe("Every month on the first Tuesday at 8:00 PM");
  await speak("zh-Hans");
  expect(said("week", "2026-12-31")).toBe("每周四 20:00");
  expect(said("month", "2026-12-14")).toBe("每月第二个周一 20:00");
});

it("names the time zone where it is another one", async () => {
  await speak("en");
  const zone = HERE === "Asia/Tokyo" ? "Asia/Shanghai" : "Asia/Tokyo";
  expect(whenOf({ ...evening, every: "week", zone })).toContain(`(${zoneName(zone)})`);
});

it("offers time zones by their names in the language of the reader, each once", async () => {
  await speak("zh-Hans");
  const zones = zonesWith("Europe/Berlin");
  expect(zones.filter(({ label }) => /[A-Za-z]/.test(label.replace(/^UTC/, "")))).toEqual([]);
  expect(zones.find(({ value }) => value === "Europe/Berlin")?.label).toMatch(/^UTC\+01:00 · 中欧/);
  expect(new Set(zones.map(({ label }) => label)).size).toBeGreaterThan(50);
  expect(zones.length).toBeLessThan(200);
});

it.each(["en", "zh-Hans", "zh-Hant"] as const)("calls UTC so in %s", async (tongue) => {
  await speak(tongue);
  expect(zonesWith("UTC")).toContainEqual({ value: "UTC", label: "UTC" });
  expect(zoneName("UTC")).toBe("UTC");
});

it("offers a time zone apart whose clocks change on other days", async () => {
  await speak("zh-Hans");
  expect(zonesWith("Europe/Athens")).toContainEqual({
    value: "Africa/Cairo",
    label: "UTC+02:00 · 东欧时间（埃及）",
  });
});

it("lets the time zone that is kept stand for those like it", async () => {
  await speak("en");
  const zones = zonesWith("Europe/Paris").map(({ value }) => value);
  expect(zones).toContain("Europe/Paris");
  expect(zones).not.toContain("Europe/Berlin");
});

it("says that it is on", async () => {
  await speak("en");
  const next = { day: "2026-12-31", begins: 5_000, opens: 1_000, ends: 9_000 };
  expect(nextOf({ next }, 5_000)).toBe("It is on now");
  expect(nextOf({ next }, 4_999)).toContain("Next:");
});

it("says what is played, and how much of it is changed", async () => {
  await speak("en");
  const heading = { en: "Tractor", "zh-Hans": "拖拉机", "zh-Hant": "拖拉機" };
  expect(rulesOf({ heading, changed: 0 })).toBe("Tractor");
  expect(rulesOf({ heading, changed: 2 })).toBe("Tractor · 2 options changed");
});
