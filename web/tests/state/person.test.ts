import { describe, expect, it, vi } from "vitest";
import * as api from "../../src/net/api";
import { know, meetAnew, met, person } from "../../src/state/person.svelte";

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

  it("changes with what the server answers, and begins anew with who is signed out", async () => {
    const owner = {
      person: "p",
      name: "Wu Song",
      role: "player" as const,
      bot: false,
      muted: null,
      banned: null,
      tables: [],
    };
    know(owner);
    expect(person()).toBe(owner);
    const guest = { person: "q", name: "Guest 2", role: null, tables: [] };
    let answer = (_: Response): void => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    const anew = meetAnew();
    expect(person()).toBeNull();
    answer(Response.json(guest));
    await anew;
    expect(person()).toEqual(guest);
    vi.unstubAllGlobals();
  });

  it("is told nothing by an answer without content", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
    expect(await api.ask("POST", "/api/sign-out")).toBeNull();
    vi.unstubAllGlobals();
  });
});
