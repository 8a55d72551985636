import { untrack } from "svelte";

import { turns } from "../net/turns";
import type { Lobby } from "../wire";

/** How often the lobby is asked for, in milliseconds. */
const EVERY = 4000;

/** The lobby as it was last heard of. */
export interface Heard {
  readonly lobby: Lobby | null;
  /** Why it could not be asked for; null when it could. */
  readonly fault: unknown;
  /** Ask at once. */
  now(): void;
}

/**
 * Ask for the lobby again and again, as long as the component lives and the page is seen.
 *
 * @param ask - how it is asked for.
 */
export function pollLobby(ask: () => Promise<Lobby>): Heard {
  let lobby = $state.raw<Lobby | null>(null);
  let fault = $state.raw<unknown>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = turns();

  async function once(): Promise<void> {
    clearTimeout(timer);
    const isLast = begin();
    try {
      const found = await ask();
      if (!isLast()) return;
      lobby = found;
      fault = null;
    } catch (refused) {
      if (!isLast()) return;
      fault = refused;
    }
    if (!document.hidden) timer = setTimeout(() => void once(), EVERY);
  }

  $effect(() => {
    const seen = (): void => {
      if (document.hidden) clearTimeout(timer);
      else void once();
    };
    document.addEventListener("visibilitychange", seen);
    untrack(() => void once()); // whatever asking reads, it is no reason to begin again
    return () => {
      begin(); // nothing that is still answered counts any more
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  });

  return {
    get lobby() {
      return lobby;
    },
    get fault() {
      return fault;
    },
    now: () => void once(),
  };
}
