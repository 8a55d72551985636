/** The record that was opened on this page; it stays here, and goes with the page. */
import { type Book, Shelf } from "./book";
import { openRecord } from "./requests";

/** A record that can be gone through. */
export interface Opened {
  /** What the file is called; empty for a text that was pasted. */
  readonly name: string;
  readonly text: string;
  readonly shelf: Shelf;
}

let opened = $state.raw<Opened | null>(null);

/** The record that is open. */
export const openedRecord = (): Opened | null => opened;

/** Put the record away. */
export const putAway = (): void => void (opened = null);

/** Read a record: the server says whether it is one, and keeps nothing of it. */
export async function openText(text: string, name = ""): Promise<void> {
  const shelf = new Shelf(bookOf(text));
  await shelf.match();
  opened = { name, text, shelf };
}

/** The hands of a text; with the list of them comes the first. */
function bookOf(text: string): Book {
  const first = openRecord(text, 1);
  return {
    match: async () => (await first).match,
    hand: async (number) => (await (number === 1 ? first : openRecord(text, number))).hand,
  };
}
