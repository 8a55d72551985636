import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Connection } from "../../src/net/connection";
import type { Ends } from "../../src/net/socket";
import type { FromBrowser, ToBrowser } from "../../src/wire";

const WORDS = { en: "no", "zh-Hans": "不", "zh-Hant": "不" };
const WELCOME = { type: "welcome" } as ToBrowser;

let sent: FromBrowser[];
let ends: Ends;
let since: number | null;
let connection: Connection;
const close = vi.fn();
const doubt = vi.fn();
const waits = vi.fn();
const heard = vi.fn();
const changed = vi.fn();
const asked = () => sent.filter((message) => "id" in message);

beforeEach(() => {
  vi.clearAllMocks();
  sent = [];
  since = null;
  connection = new Connection("table", (given) => {
    ends = given;
    return { send: (message) => sent.push(message) > 0, close, doubt };
  });
  connection.open({ since: () => since, heard, changed, waits });
});

afterEach(() => connection.close());

describe("a connection", () => {
  it("says hello with what it knows, each time that the line stands", () => {
    ends.opened();
    since = 12;
    ends.lost();
    ends.opened();
    expect(sent).toEqual([
      { type: "hello", since: null },
      { type: "hello", since: 12 },
    ]);
    expect(changed.mock.calls).toEqual([["lost"]]);
  });

  it("says whether its page can be seen, when that changes and on a new line", () => {
    const looks = () => sent.filter(({ type }) => type === "look");
    const seen = vi.spyOn(document, "visibilityState", "get");
    const turn = (state: DocumentVisibilityState): void => {
      seen.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    };
    ends.opened();
    expect(looks()).toEqual([]);
    turn("hidden");
    ends.lost();
    ends.opened();
    turn("visible");
    expect(looks()).toEqual([
      { type: "look", seen: false, reading: false },
      { type: "look", seen: false, reading: false },
      { type: "look", seen: true, reading: false },
    ]);
    connection.close();
    turn("hidden");
    expect(looks()).toHaveLength(3);
    seen.mockRestore();
  });

  it("says whether a hand is read there, when that changes and on a new line", () => {
    const reading = () =>
      sent.flatMap((message) => (message.type === "look" ? [message.reading] : []));
    connection.read(true);
    ends.opened();
    connection.read(true);
    ends.lost();
    ends.opened();
    connection.read(false);
    ends.lost();
    ends.opened();
    expect(reading().slice(1)).toEqual([true, true, false]);
  });

  it("asks once it is welcome, and again with the same id after the line was lost", async () => {
    const outcome = connection.do({ do: "next" }, 7);
    ends.opened();
    expect(asked()).toEqual([]);
    ends.heard([WELCOME]);
    ends.lost();
    ends.opened();
    ends.heard([WELCOME]);
    const [first, second] = asked();
    expect(first).toEqual(second);
    expect(first).toMatchObject({ type: "do", version: 7, action: { do: "next" } });
    if (first && "id" in first) ends.heard([{ type: "done", id: first.id, version: 8 }]);
    expect(await outcome).toEqual({ done: true });
    ends.lost();
    ends.opened();
    ends.heard([WELCOME]);
    expect(asked()).toHaveLength(2);
  });

  it("says why something was refused", async () => {
    ends.heard([WELCOME]);
    const outcome = connection.do({ do: "start" }, 1);
    const [question] = asked();
    if (question && "id" in question)
      ends.heard([{ type: "refused", id: question.id, code: "late", words: WORDS, version: 2 }]);
    expect(await outcome).toEqual({ done: false, code: "late", words: WORDS });
  });

  it("hands on a frame as one, and its answers after that", async () => {
    ends.heard([WELCOME]);
    const outcome = connection.do({ do: "start" }, 1);
    const [question] = asked();
    const table = { type: "table" } as ToBrowser;
    heard.mockClear();
    if (question && "id" in question)
      ends.heard([table, { type: "done", id: question.id, version: 2 }, WELCOME]);
    expect(heard.mock.calls).toEqual([[[table, WELCOME]]]);
    expect(await outcome).toEqual({ done: true });
  });

  it("says when an answer is late, and asks whether the line is alive", async () => {
    vi.useFakeTimers();
    ends.heard([WELCOME]);
    const quick = connection.do({ do: "start" }, 1);
    const answer = (at: number): void => {
      const question = asked()[at];
      if (question && "id" in question) ends.heard([{ type: "done", id: question.id, version: 2 }]);
    };
    vi.advanceTimersByTime(999);
    answer(0);
    await quick;
    vi.advanceTimersByTime(5000);
    expect([waits.mock.calls, doubt.mock.calls.length]).toEqual([[[false]], 0]);
    const slow = connection.do({ do: "start" }, 1);
    vi.advanceTimersByTime(1000);
    expect([waits.mock.lastCall, doubt.mock.calls.length]).toEqual([[true], 1]);
    answer(1);
    await slow;
    expect(waits).toHaveBeenLastCalledWith(false);
    vi.useRealTimers();
  });

  it("leaves no question open when it is closed", async () => {
    const [before, check, hint] = [
      connection.do({ do: "start" }, 1),
      connection.check({ do: "no_more" }, []),
      connection.hint(),
    ];
    connection.close();
    expect(await before).toMatchObject({ done: false, code: "closed" });
    expect([(await check).readings, await hint]).toEqual([[], null]);
    expect(await connection.do({ do: "start" }, 1)).toMatchObject({ code: "closed" });
  });

  it("gives each question another id", () => {
    ends.heard([WELCOME]);
    void connection.check({ do: "no_more" }, []);
    void connection.hint();
    const ids = asked().map((message) => "id" in message && message.id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  });

  it("comes back after a restart, and ends when there is no such table", () => {
    ends.heard([{ type: "bye", code: "restart", words: WORDS }]);
    expect(heard).toHaveBeenCalledOnce();
    expect(close).not.toHaveBeenCalled();
    ends.heard([{ type: "bye", code: "gone", words: WORDS }]);
    expect(close).toHaveBeenCalledOnce();
    expect(changed).toHaveBeenLastCalledWith("gone");
  });
});
