import { mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { shuffleLine } from "../../src/lazyParts";
import { type Match, step } from "../../src/state/match";
import type { Event, RulesState } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";
import stories from "../fixtures/matches.json";

test("names the shuffle's number, and a page that had no part, as if its seat were a bot's", async () => {
  await speak("en");
  const { default: ShuffleLine } = await shuffleLine();
  const story = stories.find(({ name }) => name === "onlooker")!;
  const events = story.events as Event[];
  const { hand } = events.reduce<Match | null>((at, event) => step(at, event, story), null)!;
  const rules = story.rules as unknown as RulesState;
  const nameOf = (seat: number) => `Player ${seat}`;
  const target = document.createElement("div");
  const props = { hand: hand!, table: story.table!, rules, own: 1, nameOf };
  const line = mount(ShuffleLine, { target, props });
  await vi.waitFor(() => expect(target.textContent).toContain("Without you, in whose seat"));
  expect(target.textContent).toContain("Shuffle 1 at this table: match 1, hand 1, deal 1.");
  await unmount(line);
});
