import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import Face from "../../src/people/Face.svelte";

test("a bot's face stays drawn when its table tells the same bot again", async () => {
  const target = document.createElement("div");
  let seat = $state.raw({ bot: "basic" });
  const props = {
    person: null,
    name: "2",
    get bot() {
      return seat.bot;
    },
  };
  const face = mount(Face, { target, props });
  const drawn = await vi.waitUntil(() => target.querySelector("svg"));
  seat = { bot: "basic" };
  flushSync();
  await Promise.resolve();
  flushSync();
  expect(target.querySelector("svg")).toBe(drawn);
  await unmount(face);
});
