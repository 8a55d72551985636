import { untrack } from "svelte";

import { latestOnly } from "./latestOnly";

/** Something as it was last heard of. */
export interface Heard<Answer> {
  readonly answer: Answer | null;
  /** Why it could not be asked for; null when it could. */
  readonly fault: unknown;
  /** Ask at once. */
  now(): void;
}

/**
 * Ask for something again and again, as long as the component lives and the page is seen.
 *
 * @param ask - how it is asked for.
 * @param every - how often, in milliseconds.
 */
export function poll<Answer>(ask: () => Promise<Answer>, every: number): Heard<Answer> {
  let answer = $state.raw<Answer | null>(null);
  let fault = $state.raw<unknown>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = latestOnly();

  async function once(): Promise<void> {
    clearTimeout(timer);
    const isLast = begin();
    try {
      const found = await ask();
      if (!isLast()) return;
      answer = found;
      fault = null;
    } catch (refused) {
      if (!isLast()) return;
      fault = refused;
    }
    if (!document.hidden) timer = setTimeout(() => void once(), every);
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
    get answer() {
      return answer;
    },
    get fault() {
      return fault;
    },
    now: () => void once(),
  };
}
