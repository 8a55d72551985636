import { beforeEach, expect, test, vi } from "vitest";

import { Refusal, Unreachable } from "../../src/net/api";
import { Night } from "../../src/nights/night.svelte";
import { nameIn } from "../../src/nights/naming";
import * as requests from "../../src/requests";
import { TableDesk, wasDevice } from "../../src/tabledevice/desk.svelte";
import type { HandEntry, NightState, NightTable } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

vi.mock("../../src/requests", { spy: true });

const WORDS = { en: "no", "zh-Hans": "不", "zh-Hant": "不" };
const TABLE = { round: 1, table: 3, played: 0 } as NightTable;
const STATE = { version: 4, rated: 0, now: 0, people: [] } as unknown as NightState;

const device = (): { night: Night; desk: TableDesk } => {
  const desk = new TableDesk("n");
  return { desk, night: new Night("n", desk, "n.device") };
};
const write = (night: Night): Promise<boolean | null> =>
  night.ask(night.nextHand(TABLE, {} as HandEntry, false));

beforeEach(() => {
  localStorage.clear();
  vi.mocked(requests.deviceNight).mockResolvedValue(STATE);
});

test("a hand that the server refuses stays on the page until somebody puts it away", async () => {
  vi.mocked(requests.writeHands).mockImplementation(async (_, { commands }) => ({
    version: 4,
    answers: commands.map(({ id }) => ({
      id,
      done: false,
      version: 4,
      refusal: { code: "device-late", words: WORDS },
      note: null,
    })),
  }));
  const { night, desk } = device();
  expect(await write(night)).toBe(false);
  expect(desk.unwritten.map(({ hand, words }) => [hand.hand, words.en])).toEqual([[1, "no"]]);
  const again = new TableDesk("n"); // the page is opened again
  expect(again.unwritten).toHaveLength(1);
  expect([again.last, wasDevice("n"), wasDevice("m")]).toEqual([STATE, true, false]);
  again.putAway(again.unwritten[0]!);
  expect(new TableDesk("n").unwritten).toEqual([]);
});

test("the hands of a device that was ended are shown, and those without a network wait", async () => {
  vi.mocked(requests.writeHands).mockRejectedValue(new Unreachable());
  const { night, desk } = device();
  expect([await write(night), await write(night)]).toEqual([null, null]);
  expect([night.waiting.length, desk.unwritten.length]).toEqual([2, 0]);
  const opened = device();
  expect(opened.night.waiting).toEqual(night.waiting);
  vi.mocked(requests.writeHands).mockRejectedValue(new Refusal(401, "device-over", WORDS));
  opened.night.again();
  await vi.waitFor(() =>
    expect(opened.desk.unwritten.map(({ hand }) => hand.hand)).toEqual([1, 2]),
  );
  expect(opened.night.waiting).toEqual([]);
  night.close();
});

test("a device has a name in a list of hands", async () => {
  await speak("en");
  await learn("nights");
  expect(nameIn([], "device:3:5f0c")).toBe("device of table 3");
  expect(nameIn([{ person: "a", name: "Ann" }], "a")).toBe("Ann");
});
