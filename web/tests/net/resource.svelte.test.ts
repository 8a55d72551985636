import { afterEach, expect, test, vi } from "vitest";

import { PagedResource, Resource } from "../../src/net/resource.svelte";

/** Requests whose answers the test gives. */
function requests<T>() {
  const open: { answer: (value: T) => void; fail: (fault: Error) => void }[] = [];
  const request = () => new Promise<T>((answer, fail) => void open.push({ answer, fail }));
  return { open, request };
}

afterEach(() => void vi.useRealTimers());

test("the answer to the latest request counts, whichever comes first", async () => {
  const { open, request } = requests<string>();
  const resource = new Resource<string>();
  const accept = vi.fn();
  const first = resource.load(request, { accept });
  const second = resource.load(request, { accept });
  open[1]!.answer("second");
  expect(await second).toBe(true);
  open[0]!.answer("first");
  expect(await first).toBe(false);
  expect([resource.value, resource.busy, accept.mock.calls]).toEqual([
    "second",
    false,
    [["second"]],
  ]);
});

test("a failure keeps the value, and an older one says nothing", async () => {
  const { open, request } = requests<string>();
  const resource = new Resource<string>();
  resource.set("known");
  const lost = resource.load(request);
  open[0]!.fail(new Error("no line"));
  expect(await lost).toBe(true);
  expect([resource.value, resource.fault, resource.busy]).toEqual([
    "known",
    new Error("no line"),
    false,
  ]);
  const older = resource.load(request);
  const newer = resource.load(request);
  open[2]!.answer("new");
  await newer;
  open[1]!.fail(new Error("no line"));
  await older;
  expect([resource.value, resource.fault]).toEqual(["new", null]);
});

test("after a value is set, or the request cancelled, its answer is dropped", async () => {
  const { open, request } = requests<string>();
  const resource = new Resource<string>();
  const load = resource.load(request);
  resource.set("set");
  open[0]!.answer("late");
  await load;
  const cancelled = resource.load(request);
  resource.cancel();
  open[1]!.answer("later");
  await cancelled;
  expect([resource.value, resource.busy]).toEqual(["set", false]);
});

test("a delayed request is not made once a newer one replaces it", async () => {
  vi.useFakeTimers();
  const request = vi.fn(async (what: string) => what);
  const resource = new Resource<string>();
  void resource.load(() => request("first"), { delay: 200 });
  await vi.advanceTimersByTimeAsync(199);
  void resource.load(() => request("second"), { delay: 200 });
  expect(resource.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(request.mock.calls).toEqual([["second"]]);
  expect([resource.value, resource.busy]).toEqual(["second", false]);
});

test("a request of several steps can stop when a newer one replaces it", async () => {
  const { open, request } = requests<string>();
  const resource = new Resource<string>();
  const step = vi.fn();
  const first = resource.load(async (signal) => {
    const value = await request();
    signal.throwIfAborted();
    step();
    return value;
  });
  const second = resource.load(request);
  open[0]!.answer("first");
  open[1]!.answer("second");
  await Promise.all([first, second]);
  expect(step).not.toHaveBeenCalled();
  expect([resource.value, resource.fault]).toEqual(["second", null]);
});

interface Page {
  readonly names: readonly string[];
  readonly next: string | null;
}
const page = (next: string | null, ...names: string[]): Page => ({ names, next });

test("a list grows page by page, and begins again", async () => {
  const asked: (string | null)[] = [];
  const list = new PagedResource("names", async (last: Page | null) => {
    asked.push(last?.next ?? null);
    return last ? page(null, "c") : page("b", "a", "b");
  });
  await list.first();
  expect(list.value).toEqual(page("b", "a", "b"));
  await list.more();
  expect(list.value).toEqual(page(null, "a", "b", "c"));
  await list.first();
  expect(list.value).toEqual(page("b", "a", "b"));
  expect(asked).toEqual([null, "b", null]);
});

test("after a failure the same page is requested again", async () => {
  let fails = true;
  const list = new PagedResource("names", async (last: Page | null) => {
    if (fails && last) throw new Error("no line");
    return last ? page(null, "b") : page("a", "a");
  });
  await list.first();
  await list.more();
  expect([list.value, list.fault, list.busy]).toEqual([
    page("a", "a"),
    new Error("no line"),
    false,
  ]);
  fails = false;
  await list.more();
  expect([list.value, list.fault]).toEqual([page(null, "a", "b"), null]);
});

test("a page is requested once at a time", async () => {
  const ask = vi.fn(async () => page("a", "a"));
  const list = new PagedResource<"names", Page>("names", ask);
  await list.first();
  await Promise.all([list.more(), list.more()]);
  expect(ask).toHaveBeenCalledTimes(2);
});
