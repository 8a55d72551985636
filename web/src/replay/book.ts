/** The hands of a match that is gone through: each is asked for once, and the next beforehand. */
import type { Replayed } from "../routing.svelte";
import type { HandReplay, ReplayMatch } from "../wire";
import { handOf, matchOf } from "./requests";

/** Gives the hands of a match. */
export interface Book {
  match(): Promise<ReplayMatch>;
  hand(number: number): Promise<HandReplay>;
}

/** What is asked for is kept; what failed is asked for again. */
export class Shelf implements Book {
  #match: Promise<ReplayMatch> | null = null;
  readonly #hands = new Map<number, Promise<HandReplay>>();

  constructor(private readonly from: Book) {}

  match(): Promise<ReplayMatch> {
    this.#match ??= this.from.match();
    this.#match.catch(() => (this.#match = null));
    return this.#match;
  }

  hand(number: number): Promise<HandReplay> {
    const known = this.#hands.get(number);
    if (known) return known;
    const asked = this.from.hand(number);
    this.#hands.set(number, asked);
    asked.catch(() => this.#hands.delete(number));
    return asked;
  }
}

/** The hands of a match that the server keeps. */
export function kept(where: Replayed): Book {
  return { match: () => matchOf(where), hand: (number) => handOf(where, number) };
}
