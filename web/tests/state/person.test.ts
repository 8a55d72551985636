import { describe, expect, it, vi } from "vitest";
import * as api from "../../src/net/api";
import { met, person } from "../../src/state/person.svelte";

describe("who this browser is", () => {
  it("is asked once, however many need to know", async () => {
    const me = { person: "p", name: "Guest 1", role: null, tables: [] };
    const asked = vi.spyOn(api, "me").mockResolvedValue(me);
    await Promise.all([met(), met()]);
    await met();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(person()).toBe(me);
  });
});
