import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import Weighed from "../../src/review/Weighed.svelte";
import type { ReviewedDecision, Text } from "../../src/wire";

const text = (words: string): Text => ({ en: words, "zh-Hans": words, "zh-Hant": words });

test("figures of a declaration that was not made stand behind the fold", () => {
  const decision: ReviewedDecision = {
    event: 101,
    trick: 0,
    seat: 0,
    decision: "show",
    cards: [],
    made: text("{0} let the trump suit stand."),
    forced: false,
    cost: 0.65,
    stake: 1,
    better: [{ cards: ["2D", "2D"], ahead: 0.65, error: 0.05 }],
    instead: text("Better: 2♦ 2♦."),
    said: text("Better by 0.65 levels on average (± 0.05): 2♦ 2♦."),
    why: [],
    open: null,
    caution: null,
  };
  const target = document.body.appendChild(document.createElement("div"));
  const shown = mount(Weighed, { target, props: { decision, nameOf: () => "Ann" } });
  flushSync();
  const fold = target.querySelector("details")!;
  expect(fold.open).toBe(false);
  expect(fold.textContent).toContain("±");
  fold.remove();
  expect(target.textContent).toContain("Better: 2♦ 2♦.");
  expect(target.textContent).not.toContain("±");
  void unmount(shown);
});
