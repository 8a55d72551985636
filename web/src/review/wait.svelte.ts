/** Waiting for a review: it is asked how far it has come, as long as somebody looks. */
import { untrack } from "svelte";

/** How often it is asked, in milliseconds: more often at first. */
const SOON = 700;
const LATER = 2000;
const MANY = 15;

interface Stage {
  readonly state: "none" | "waiting" | "running" | "failed" | "done";
}

/** How it stands with a review. */
export interface Waited<S extends Stage> {
  readonly now: S | null;
  /** Why it could not be asked for; null when it could. */
  readonly fault: unknown;
  /** Whether one waits for it. */
  readonly busy: boolean;
  /** Want it. */
  want(): void;
}

/**
 * Wait for a review, as long as the component lives.
 *
 * @param look - asks how it stands.
 * @param order - asks for it.
 * @param wanted - whether it is wanted from the beginning.
 */
export function waitFor<S extends Stage>(
  look: () => Promise<S>,
  order: () => Promise<S>,
  wanted: boolean,
): Waited<S> {
  let now = $state.raw<S | null>(null);
  let fault = $state.raw<unknown>(null);
  let asking = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let times = 0;
  let alive = true;

  const under = $derived(now?.state === "waiting" || now?.state === "running");

  async function once(how: () => Promise<S>): Promise<void> {
    clearTimeout(timer);
    asking = true;
    try {
      const found = await how();
      if (!alive) return;
      now = found;
      fault = null;
    } catch (refused) {
      fault = refused;
    }
    asking = false;
    // What cannot be reached for a moment is asked again.
    if (alive && under) timer = setTimeout(() => void once(look), times++ < MANY ? SOON : LATER);
  }

  $effect(() => {
    untrack(() => void once(wanted ? order : look));
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  });

  return {
    get now() {
      return now;
    },
    get fault() {
      return fault;
    },
    get busy() {
      return asking || under;
    },
    want: () => void once(order),
  };
}
