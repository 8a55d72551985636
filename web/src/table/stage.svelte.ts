/** Which trick lies on the table to be seen, and how things on it move. */

import type { Trick } from "../state/match";
import { still } from "../state/preferences.svelte";
import type { LiveTable } from "../state/table.svelte";
import { settle } from "./moving";

/** Display times of a complete trick in milliseconds: without further play, and the minimum. */
const REST = 2600;
const LEAST = 650;

/**
 * The trick on show. A complete trick stays until the next card is led, or the user taps it; a
 * player who must play sees the current trick at once.
 */
export class Stage {
  readonly #live: LiveTable;
  /** A complete trick that still lies there. */
  #resting: Trick | null = $state.raw(null);
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet = true;
  /** Whether to show the next trick at once: the player must play to it, or others play on. */
  readonly #urgent: boolean = $derived.by(() => {
    const plays = this.#live.hand?.trick?.plays.length ?? 0;
    return plays > 1 || (plays > 0 && this.#live.myTurn && this.#live.now?.turn != null);
  });
  /** Whether a complete trick lies there. */
  readonly resting: boolean = $derived.by(() => this.#resting !== null && !this.#urgent);
  /** The trick to show, or `null`. */
  readonly trick: Trick | null = $derived.by(() =>
    this.resting ? this.#resting : (this.#live.hand?.trick ?? null),
  );

  constructor(live: LiveTable) {
    this.#live = live;
  }

  /** Follow the table from now on; to be called in an effect, whose end it returns. */
  follow(): () => void {
    const end = this.#live.onEvent((event, { match, past }) => {
      this.#quiet = past;
      if (past || event.event === "hand_started") return this.sweep();
      if (event.event === "trick_taken") this.#rest(match.hand?.tricks.at(-1) ?? null);
      if (event.event === "played" || event.event === "throw_failed") {
        settle();
        this.#goOn();
      }
    });
    return () => {
      end();
      clearTimeout(this.#timer);
    };
  }

  /** The winner of the last shown trick, to whom its cards move. */
  get lastWinner(): number | null {
    return this.#resting?.winner ?? this.#live.hand?.tricks.at(-1)?.winner ?? null;
  }

  /** Take the complete trick away. */
  sweep(): void {
    clearTimeout(this.#timer);
    this.#resting = null;
  }

  /** Duration of an animation in milliseconds; 0 while a lost connection is caught up on. */
  duration(milliseconds: number): number {
    return still() || this.#quiet ? 0 : milliseconds;
  }

  #rest(trick: Trick | null): void {
    this.#resting = trick;
    this.#since = Date.now();
    this.#sweepIn(REST);
  }

  /** The next trick has begun: the old one is removed after its last card was visible. */
  #goOn(): void {
    if (this.#resting) this.#sweepIn(this.#since + LEAST - Date.now());
  }

  #sweepIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (milliseconds <= 0) return this.sweep();
    this.#timer = setTimeout(() => this.sweep(), milliseconds);
  }
}
