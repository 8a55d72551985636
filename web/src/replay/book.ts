/** The hands of a replayed match: each is requested once, and the next is prefetched. */
import type { Replayed } from "../pages";
import { met } from "../state/person.svelte";
import type { HandReplay, ReplayMatch } from "../wire";
import { handOf, matchOf } from "./requests";

/** Gives the hands of a match. */
export interface Book {
  /** The match's list of hands, with a wanted hand as `opened`. */
  open(hand: number): Promise<ReplayMatch>;
  /** A hand of the match. */
  hand(number: number): Promise<HandReplay>;
}

/** Cache of hands; failed requests are repeated. */
export class Shelf {
  #match: Promise<ReplayMatch> | null = null;
  readonly #hands = new Map<number, Promise<HandReplay>>();

  constructor(private readonly from: Book) {}

  /** The match with one of its hands; the first request loads both. */
  async at(hand: number): Promise<[ReplayMatch, HandReplay]> {
    if (!this.#match) {
      const match = this.from.open(hand);
      this.#match = match;
      match.catch(() => (this.#match = null));
      this.#keep(
        hand,
        match.then(({ opened }) => opened!),
      );
    }
    return Promise.all([this.#match, this.hand(hand)]);
  }

  /** A hand of the match. */
  hand(number: number): Promise<HandReplay> {
    return this.#hands.get(number) ?? this.#keep(number, this.from.hand(number));
  }

  #keep(number: number, asked: Promise<HandReplay>): Promise<HandReplay> {
    this.#hands.set(number, asked);
    asked.catch(() => this.#hands.delete(number));
    return asked;
  }
}

/** The prefetched hand of a page that is not loaded yet. */
let prepared: { readonly where: Replayed; readonly shelf: Shelf } | null = null;

/** Prefetch a hand before its page is loaded, for the current user. */
export async function prepare(where: Replayed): Promise<void> {
  if (where.from === "file") return;
  const shelf = new Shelf(kept(where));
  prepared = { where, shelf };
  // A stranger is refused, and asks again as a guest.
  await Promise.all([met(), shelf.at(where.hand ?? 1).catch(() => undefined)]);
}

/** The hands of a match that the server keeps. */
export function shelfOf(where: Replayed): Shelf {
  const found = prepared;
  prepared = null;
  const same = found?.where.from === where.from && found.where.id === where.id;
  return same ? found.shelf : new Shelf(kept(where));
}

function kept(where: Replayed): Book {
  return { open: (hand) => matchOf(where, hand), hand: (number) => handOf(where, number) };
}
