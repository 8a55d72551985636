/** The latest messages of a table, shown briefly. */
import type { LiveTable } from "../state/table.svelte";
import type { Spoken } from "../wire";
import { isSilenced } from "./muting";

/** Display time in milliseconds, and the maximum number of messages. */
const STAYS = 4500;
const MOST = 3;

/** The latest messages of a table that are on display. */
export class JustHeard {
  readonly #live: LiveTable;
  shown: readonly Spoken[] = $state.raw([]);

  constructor(live: LiveTable) {
    this.#live = live;
  }

  /** Listen from now on; to be called in an effect, whose end it returns. */
  follow(): () => void {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const end = this.#live.onSaid((said) => {
      if (isSilenced(said)) return;
      // Only the last message of each person is shown.
      const others = this.shown.filter(({ person }) => person !== said.person);
      this.shown = [...others.slice(1 - MOST), said];
      timers.add(setTimeout(() => (this.shown = this.shown.filter((one) => one !== said)), STAYS));
    });
    return () => {
      end();
      for (const timer of timers) clearTimeout(timer);
    };
  }
}
