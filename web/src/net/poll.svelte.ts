import { untrack } from "svelte";

import { Resource } from "./resource.svelte";

/** A value that is requested again and again. */
export interface Polled<T> extends Readonly<Pick<Resource<T>, "value" | "fault">> {
  /** Request it now. */
  now(): void;
}

/**
 * Request a value again and again, as long as the component lives and the page is visible.
 *
 * @param every - interval in milliseconds.
 */
export function poll<T>(ask: () => Promise<T>, every: number): Polled<T> {
  const polled = new Resource<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function now(): Promise<void> {
    clearTimeout(timer);
    const latest = await polled.load(ask);
    if (latest && !document.hidden) timer = setTimeout(() => void now(), every);
  }

  $effect(() => {
    const seen = (): void => {
      if (document.hidden) clearTimeout(timer);
      else void now();
    };
    document.addEventListener("visibilitychange", seen);
    untrack(() => void now()); // state that the request reads is no reason to begin again
    return () => {
      polled.cancel();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  });

  return {
    get value() {
      return polled.value;
    },
    get fault() {
      return polled.fault;
    },
    now: () => void now(),
  };
}
