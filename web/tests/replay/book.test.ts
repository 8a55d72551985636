import { afterEach, describe, expect, it, vi } from "vitest";

import { type Book, prepare, Shelf, shelfOf } from "../../src/replay/book";
import { bookOf } from "../../src/replay/file.svelte";
import type { HandReplay, OpenRecord, ReplayMatch } from "../../src/wire";

const handOf = (number: number): HandReplay =>
  ({ header: "{}", events: [{ event: "hand_started", hand: number }] }) as unknown as HandReplay;
const matchWith = (number: number, lines: object | null = null): ReplayMatch =>
  ({ hands: [{ hand: 2, lines }], opened: handOf(number) }) as unknown as ReplayMatch;

afterEach(() => vi.unstubAllGlobals());

describe("a shelf", () => {
  it("asks for the list and a hand at once, and for each once", async () => {
    const book = {
      open: vi.fn((hand: number) => Promise.resolve(matchWith(hand))),
      hand: vi.fn((hand: number) => Promise.resolve(handOf(hand))),
    } satisfies Book;
    const shelf = new Shelf(book);
    const [, third] = await shelf.at(3);
    expect(third).toEqual(handOf(3));
    await shelf.at(3);
    await shelf.at(4);
    expect((await shelf.at(4))[1]).toEqual(handOf(4));
    expect(book.open.mock.calls).toEqual([[3]]);
    expect(book.hand.mock.calls).toEqual([[4]]);
  });

  it("asks again for what it was refused", async () => {
    let refused = true;
    const shelf = new Shelf({
      open: (hand) => (refused ? Promise.reject(new Error()) : Promise.resolve(matchWith(hand))),
      hand: () => Promise.reject(new Error()),
    });
    await expect(shelf.at(1)).rejects.toThrow();
    refused = false;
    expect((await shelf.at(1))[1]).toEqual(handOf(1));
  });

  it("may have been asked for before its page is there, for that match alone", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      return Promise.resolve(Response.json(matchWith(2)));
    });
    const where = { page: "replay", from: "match", id: "m", hand: 2 } as const;
    await prepare(where);
    await shelfOf(where).at(2);
    const hands = () => asked.filter((address) => address.endsWith("/hands?hand=2"));
    expect(hands()).toEqual(["/api/matches/m/hands?hand=2"]);
    await prepare(where);
    await shelfOf({ ...where, id: "n" }).at(2);
    expect(hands().at(-1)).toBe("/api/matches/n/hands?hand=2");
  });
});

describe("a record that was opened", () => {
  it("sends of its lines those of a hand, numbered as in a record of that hand alone", async () => {
    const sent: OpenRecord[] = [];
    const lines = { header: '{"format":"shengji-record"}', first: 3, last: 4 };
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body) as OpenRecord);
      return Promise.resolve(Response.json(matchWith(1, lines)));
    });
    const text = ["{}", "{}", '{"event":"hand_started","hand":2}', '{"event":"x"}', "{}", ""];
    const book = bookOf(text.join("\n"));
    await book.open(1);
    expect(await book.hand(2)).toEqual(handOf(2));
    expect(sent[1]).toEqual({
      text: '{"format":"shengji-record"}\n{"event":"hand_started","hand":1}\n{"event":"x"}\n',
      hand: 1,
    });
  });

  it("is sent whole where it has no such lines", async () => {
    const sent: OpenRecord[] = [];
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body) as OpenRecord);
      return Promise.resolve(Response.json(matchWith(2)));
    });
    const book = bookOf("a text");
    await book.open(1);
    await book.hand(2);
    expect(sent).toEqual([
      { text: "a text", hand: 1 },
      { text: "a text", hand: 2 },
    ]);
  });
});
