import { expect, test } from "vitest";

import { type AskPage, MatchList } from "../../src/history/list.svelte";
import type { MatchLine, MatchPage } from "../../src/wire";

const page = (next: string | null, ...ids: string[]): MatchPage => ({
  matches: ids.map((match) => ({ match }) as MatchLine),
  next,
});
const shown = (list: MatchList): string[] | undefined => list.lines?.map(({ match }) => match);

test("a list grows page by page until it is whole", async () => {
  const asked: [string, string | null][] = [];
  const list = new MatchList(async (query, before) => {
    asked.push([query, before]);
    return before === null ? page("b", "a", "b") : page(null, "c");
  });
  expect(list.lines).toBeNull();
  await list.show("person=me");
  expect([shown(list), list.more]).toEqual([["a", "b"], true]);
  await list.extend();
  expect([shown(list), list.more]).toEqual([["a", "b", "c"], false]);
  expect(asked).toEqual([
    ["person=me", null],
    ["person=me", "b"],
  ]);
});

test("what is answered to a question that was given up is not shown", async () => {
  const answers = new Map<string, (page: MatchPage) => void>();
  const ask: AskPage = (query) => new Promise((resolve) => answers.set(query, resolve));
  const list = new MatchList(ask);
  const first = list.show("one");
  const second = list.show("other");
  answers.get("other")!(page(null, "x"));
  await second;
  answers.get("one")!(page("z", "y"));
  await first;
  expect([shown(list), list.more, list.busy]).toEqual([["x"], false, false]);
});

test("after a fault the same page is asked for again", async () => {
  let fails = true;
  const list = new MatchList(async (_, before) => {
    if (fails && before !== null) throw new Error("no line");
    return before === null ? page("a", "a") : page(null, "b");
  });
  await list.show("");
  await list.extend();
  expect(list.fault).toBeInstanceOf(Error);
  expect([shown(list), list.more, list.busy]).toEqual([["a"], true, false]);
  fails = false;
  await list.extend();
  expect([shown(list), list.fault]).toEqual([["a", "b"], null]);
});

test("nobody asks twice for the same page", async () => {
  let count = 0;
  const list = new MatchList(async () => {
    count++;
    return page("a", "a");
  });
  await list.show("");
  await Promise.all([list.extend(), list.extend()]);
  expect(count).toBe(2);
});
