import { mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import Changes from "../../src/rated/Changes.svelte";
import type { MatchLine, MatchRating } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  await learn("rated");
  await learn("history");
});

test.each([
  ["left", "left the match"],
  ["late", "let the time run out too often"],
])("says of whoever lost a match that ended as `%s` why", (ending, words) => {
  const line = {
    ending,
    hands: 1,
    seats: [{ seat: 0, first: 0, person: "ann", name: "Ann", bot: null, hands: 1 }],
  } as unknown as MatchLine;
  const change = { seat: 0, first: 0, results: [], before: 1500, after: 1480, after_deviation: 90 };
  const rating = { pool: "one-deck", done: true, annulled: null, changes: [change], left: [0] };
  const target = document.createElement("div");
  const shown = mount(Changes, {
    target,
    props: { line, rating: rating as unknown as MatchRating },
  });
  expect(target.querySelector("tbody th small")?.textContent).toBe(words);
  void unmount(shown);
});
