/** What has just been said, for a moment. */
import type { LiveTable } from "../state/table.svelte";
import type { Spoken } from "../wire";
import { silent } from "./muting";

/** How long it is shown, in milliseconds, and how much at once. */
const STAYS = 4500;
const MOST = 3;

/** What has been said lately at a table and is to be seen. */
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
      if (silent(said)) return;
      // Of one person only the last is heard.
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
