import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ask, make, Refusal, Unreachable, withQuery } from "../../src/net/api";

const asked = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockReset();
});

const late = () => Promise.reject(new DOMException("too late", "TimeoutError"));
const cut = () => Promise.reject(new TypeError("nobody is there"));
const given = () => Promise.resolve(Response.json({ it: "is" }));
const putOff = (seconds?: number) => () =>
  Promise.resolve(
    Response.json(
      { code: "too-many-requests", words: { en: "later", "zh-Hans": "稍后" } },
      { status: 429, headers: seconds === undefined ? {} : { "Retry-After": String(seconds) } },
    ),
  );

/** What comes of asking, when all waits are over. */
async function outcome(method: string): Promise<unknown> {
  const found = ask(method, "/api/x").catch((fault: unknown) => fault);
  await vi.runAllTimersAsync();
  return found;
}

test.each([
  ["the answer is late", late],
  ["the server asks to wait", putOff(2)],
])("what changes nothing is asked for again where %s", async (_, first) => {
  asked.mockImplementationOnce(first).mockImplementationOnce(given);
  expect(await outcome("GET")).toEqual({ it: "is" });
});

test("it waits as long as the server says", async () => {
  asked.mockImplementationOnce(putOff(2)).mockImplementationOnce(given);
  const found = ask("GET", "/api/x");
  await vi.advanceTimersByTimeAsync(1990);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(await found).toEqual({ it: "is" });
});

test.each([
  ["GET", late, 4, Unreachable],
  ["GET", putOff(2), 4, Refusal],
  ["GET", putOff(60), 1, Refusal],
  ["GET", putOff(), 1, Refusal],
  ["GET", cut, 1, Unreachable],
  ["POST", late, 1, Unreachable],
  ["POST", putOff(2), 1, Refusal],
])("in the end the person is told: %s, case %#", async (method, always, times, fault) => {
  asked.mockImplementation(always);
  expect(await outcome(method)).toBeInstanceOf(fault);
  expect(asked).toHaveBeenCalledTimes(times);
});

test.each([
  [{}, "/api/x"],
  [{ a: null, b: undefined }, "/api/x"],
  [{ a: "", b: 0, c: false }, "/api/x?a=&b=0&c=false"],
  [{ named: "A & B", after: null, with: "é" }, "/api/x?named=A+%26+B&with=%C3%A9"],
])("what is missing is left out of a query: %j", (query, address) => {
  expect(withQuery("/api/x", query)).toBe(address);
});

/** The keys with which something was asked for. */
const keys = () =>
  asked.mock.calls.map((call) => {
    const [, { headers }] = call as unknown as [string, { headers: Record<string, string> }];
    return headers["Idempotency-Key"];
  });

async function made(body?: unknown): Promise<unknown> {
  const found = make("/api/evenings", body).catch((fault: unknown) => fault);
  await vi.runAllTimersAsync();
  return found;
}

const busy = () =>
  Promise.resolve(
    Response.json(
      { code: "key-busy", words: { en: "wait", "zh-Hans": "等等" } },
      { status: 409, headers: { "Retry-After": "1" } },
    ),
  );

test.each([
  ["is late", late],
  ["is lost", cut],
  ["is still being made", busy],
])("what makes something is sent again with its key where the answer %s", async (_, first) => {
  asked.mockImplementationOnce(first).mockImplementationOnce(given);
  expect(await made({ a: 1 })).toEqual({ it: "is" });
  const [one, two] = keys();
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(two).toBe(one);
});

test("each press has a key of its own", async () => {
  asked.mockImplementation(given);
  for (const body of [{ b: 1 }, { b: 1 }, { b: 2 }]) await made(body);
  expect(new Set(keys()).size).toBe(3);
});

test("a press after a lost answer has the key of the press before", async () => {
  asked.mockImplementation(cut);
  await made({ c: 1 });
  expect(keys()).toHaveLength(3);
  asked.mockImplementationOnce(cut).mockImplementationOnce(cut).mockImplementationOnce(cut);
  await made({ c: 1 });
  expect(new Set(keys()).size).toBe(1);
  vi.advanceTimersByTime(300_001);
  await made({ c: 1 });
  expect(new Set(keys()).size).toBe(2);
});

test("what is refused is not sent again", async () => {
  asked.mockImplementation(putOff(2));
  expect(await made({ d: 1 })).toBeInstanceOf(Refusal);
  await made({ d: 1 });
  expect(new Set(keys()).size).toBe(2);
});
