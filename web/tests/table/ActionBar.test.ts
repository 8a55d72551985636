import { mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import type { LiveTable } from "../../src/state/table.svelte";
import ActionBar from "../../src/table/ActionBar.svelte";
import type { Choice } from "../../src/table/choice.svelte";
import type { Now } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

beforeEach(() => speak("en"));

/** The bar of a person in seat 0 who may show a heart, or a pair of Jokers. */
function bar(now: Partial<Now>, shown: readonly { seat: number }[] = []) {
  const turn = { options: [["2H"], ["BJ", "BJ"]] };
  const live = {
    seat: 0,
    myTurn: now.wait === "declare",
    now: { wait: "draw", dealer: null, passed: false, seats: [0], ...now },
    hand: { shown },
    table: { settings: { hints: true } },
  } as unknown as LiveTable;
  const choice = { turn, cards: [], duty: {} } as unknown as Choice;
  const target = document.createElement("div");
  const props = { live, choice, onhint: () => Promise.resolve(), oncall: () => {} };
  const drawn = mount(ActionBar, { target, props });
  const found = {
    asks: target.querySelector(".prompt")!.textContent,
    offers: [...target.querySelectorAll(".says")].map(({ textContent }) =>
      textContent.trim().replaceAll(/ +/gu, " "),
    ),
    hint: target.querySelector("[data-help=hint]") !== null,
  };
  void unmount(drawn);
  return found;
}

test("says of the first declaration what it does, and until when it can be made", () => {
  expect(bar({})).toEqual({
    asks: "Show one while cards are drawn: its suit becomes trumps, and you the Dealer.",
    offers: ["hearts trump single", "no trump suit pair"],
    hint: true,
  });
  expect(bar({ dealer: 1 }).asks).toBe("Show one while cards are drawn: its suit becomes trumps.");
  expect(bar({ wait: "declare" }).asks).toBe("Last chance to declare trumps:");
});

test("says after a declaration whose it was", () => {
  expect(bar({ dealer: 1 }, [{ seat: 0 }, { seat: 1 }]).asks).toBe(
    "You can override the trumps while cards are drawn.",
  );
  expect(bar({ dealer: 0 }, [{ seat: 0 }]).asks).toBe(
    "You have declared. You can show more while cards are drawn.",
  );
});
