import { describe, expect, it, vi } from "vitest";
import * as api from "../../src/net/api";
import { become, know, meet, meetAnew, met, person } from "../../src/state/person.svelte";

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
      level: 3,
      tables: [],
    };
    know(owner);
    expect(person()).toBe(owner);
    const guest = { person: "q", name: "Guest 2", role: null, tables: [] };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(guest)));
    const anew = meetAnew();
    expect(person()).toBeNull();
    await anew;
    expect(person()).toEqual(guest);
    vi.unstubAllGlobals();
  });

  it("is told nothing by an answer without content", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
    expect(await api.ask("POST", "/api/sign-out")).toBeNull();
    vi.unstubAllGlobals();
  });

  it("is not forgotten for an answer that was asked for before", async () => {
    const answers: ((response: Response) => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
    const early = meet();
    const owner = {
      person: "p",
      name: "Wu Song",
      role: "player" as const,
      bot: false,
      muted: null,
      banned: null,
      level: 3,
      tables: [],
    };
    know(owner);
    const late = meet(); // asks for itself, not for what was asked before
    await vi.waitUntil(() => answers.length === 2);
    answers[0]!(Response.json({ person: "g", name: "Guest 3", role: null, tables: [] }));
    await early;
    expect(person()).toEqual(owner);
    answers[1]!(Response.json({ ...owner, name: "Wu Er" }));
    await late;
    expect(person()?.name).toBe("Wu Er");
    vi.unstubAllGlobals();
  });

  it("is asked and changed one after the other, as each answer brings a cookie", async () => {
    const asked: string[] = [];
    const answers: ((response: Response) => void)[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      return new Promise<Response>((resolve) => answers.push(resolve));
    });
    const me = { person: "p", name: "Wu Song", role: null, tables: [] };
    const early = meet();
    const link = become("token");
    await vi.waitUntil(() => asked.length > 0);
    await Promise.resolve();
    expect(asked).toEqual(["/api/me"]);
    answers[0]!(Response.json(me));
    await early;
    await vi.waitUntil(() => asked.length > 1);
    const late = api.me();
    expect(asked).toEqual(["/api/me", "/api/link/token"]);
    answers[1]!(Response.json(me));
    await link;
    await vi.waitUntil(() => asked.length > 2);
    expect(asked.at(-1)).toBe("/api/me");
    answers[2]!(Response.json(me));
    await late;
    vi.unstubAllGlobals();
  });
});
