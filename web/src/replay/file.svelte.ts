/** The record that was opened on this page; it stays here, and goes with the page. */
import type { HandReplay, OpenedRecord, ReplayMatch } from "../wire";
import type { Book } from "./book";
import { openRecord } from "./requests";

/** The pages of a record, each with a hand; the server reads the whole of it for each. */
export class Pages implements Book {
  readonly #pages = new Map<number, Promise<OpenedRecord>>();

  constructor(private readonly text: string) {}

  /** What the server tells of a hand; what failed is asked for again. */
  page(number: number): Promise<OpenedRecord> {
    const known = this.#pages.get(number);
    if (known) return known;
    const asked = openRecord(this.text, number);
    this.#pages.set(number, asked);
    asked.catch(() => this.#pages.delete(number));
    return asked;
  }

  /** The hands of the match; with the list of them comes the first. */
  async match(): Promise<ReplayMatch> {
    return (await this.page(1)).match;
  }

  async hand(number: number): Promise<HandReplay> {
    return (await this.page(number)).hand;
  }
}

/** A record that can be gone through. */
export interface Opened {
  /** What the file is called; empty for a text that was pasted. */
  readonly name: string;
  readonly text: string;
  readonly pages: Pages;
}

let opened = $state.raw<Opened | null>(null);

/** The record that is open. */
export const openedRecord = (): Opened | null => opened;

/** Put the record away. */
export const putAway = (): void => void (opened = null);

/** Read a record: the server says whether it is one, and keeps nothing of it. */
export async function openText(text: string, name = ""): Promise<void> {
  const pages = new Pages(text);
  await pages.match();
  opened = { name, text, pages };
}
