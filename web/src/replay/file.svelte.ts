/** The record that was opened on this page; it stays here, and goes with the page. */
import { openRecord } from "../requests";
import type { Event, HandLines, ReplayMatch } from "../wire";
import { type Book, Shelf } from "./book";
import { numberEvents, recordOfHand } from "./telling";

/** A record that can be gone through. */
export interface Opened {
  /** The file's name; empty for pasted text. */
  readonly name: string;
  readonly text: string;
  readonly shelf: Shelf;
}

let opened = $state.raw<Opened | null>(null);

/** The record that is open. */
export const openedRecord = (): Opened | null => opened;

/** Put the record away. */
export const putAway = (): void => void (opened = null);

/** Read a record; the server checks it without storing it. */
export async function openText(text: string, name = ""): Promise<void> {
  const shelf = new Shelf(bookOf(text));
  await shelf.at(1);
  opened = { name, text, shelf };
}

/** The hands of a text; for a text in lines, each request sends only the lines of its hand. */
export function bookOf(text: string): Book {
  let opened: ReplayMatch | null = null;
  return {
    open: async (hand) => (opened = await openRecord({ text, hand })),
    hand: async (number) => {
      const lines = opened?.hands.find(({ hand }) => hand === number)?.lines;
      if (!lines) return (await openRecord({ text, hand: number })).opened!;
      const alone = (await openRecord({ text: cutOut(text, lines), hand: 1 })).opened!;
      return { ...alone, events: numberEvents(alone.events, number) };
    },
  };
}

/** The record of a hand alone, from a record of its match. */
function cutOut(text: string, { header, first, last }: HandLines): string {
  const events = text
    .split("\n", last)
    .slice(first - 1)
    .map((line) => JSON.parse(line) as Event);
  return recordOfHand({ header, events });
}
