import { describe, expect, it, vi } from "vitest";
import * as api from "../../src/net/api";
import { met, person } from "../../src/state/person.svelte";

describe("who this browser is", () => {
  it("is asked once, however many need to know at once, the line to a table among them", async () => {
    const me = { person: "p", name: "Guest 1", role: null, tables: [] };
    const asked = vi.fn(() => Promise.resolve(Response.json(me)));
    vi.stubGlobal("fetch", asked);
    await Promise.all([met(), api.me(), met(), api.me()]);
    await met();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(person()).toEqual(me);
    await api.me();
    expect(asked).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});
