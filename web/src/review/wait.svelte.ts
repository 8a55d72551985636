/** Waiting for a review: it is asked how far it has come, as long as somebody looks. */
import { untrack } from "svelte";

import { Unreachable } from "../net/api";
import { latestOnly } from "../net/latestOnly";
import type { Asking } from "./requests";

/** How often it is asked, in milliseconds: more often at first. */
const SOON = 700;
const LATER = 2000;
const MANY = 15;

interface Stage {
  readonly state: "none" | "waiting" | "running" | "failed" | "done";
  /** Whether it is made for oneself, too. */
  readonly own: boolean;
}

/** How it stands with a review. */
export interface Waited<S extends Stage> {
  readonly now: S | null;
  /** Whether one has waited for it, and it is not being made any more. */
  readonly lost: boolean;
  /** Why it could not be asked for; null when it could. */
  readonly fault: unknown;
  /** Whether one waits for it. */
  readonly busy: boolean;
  /** Whether one can stop it. */
  readonly stoppable: boolean;
  /** Want it. */
  want(): void;
  /** Want it no more; what has been made stays. */
  stop(): void;
}

/**
 * Wait for a review, as long as the component lives.
 *
 * @param from - where it is asked for.
 * @param wanted - whether it is wanted from the beginning.
 * @param whole - whether all that was asked for has been made.
 */
export function waitFor<S extends Stage>(
  from: Asking<S>,
  wanted: boolean,
  whole = ({ state }: S): boolean => state === "done",
): Waited<S> {
  let now = $state.raw<S | null>(null);
  let lost = $state(false);
  let fault = $state.raw<unknown>(null);
  let asking = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let times = 0;
  const ask = latestOnly();

  const under = $derived(now?.state === "waiting" || now?.state === "running");

  async function once(how: () => Promise<S>): Promise<void> {
    clearTimeout(timer);
    const isLast = ask();
    asking = true;
    try {
      const found = await how();
      if (!isLast()) return;
      const goes = found.state === "waiting" || found.state === "running";
      lost =
        how === from.look && (under || lost) && !goes && found.state !== "failed" && !whole(found);
      now = found;
      fault = null;
    } catch (refused) {
      if (!isLast()) return;
      fault = refused;
    }
    asking = false;
    // What cannot be reached for a moment is asked again.
    const unknown = now === null && fault instanceof Unreachable;
    if (under || unknown)
      timer = setTimeout(() => void once(from.look), times++ < MANY ? SOON : LATER);
  }

  $effect(() => {
    untrack(() => void once(wanted ? from.order : from.look));
    return () => {
      ask(); // nothing that is still answered counts any more
      clearTimeout(timer);
    };
  });

  return {
    get now() {
      return now;
    },
    get lost() {
      return lost;
    },
    get fault() {
      return fault;
    },
    get busy() {
      return asking || under;
    },
    get stoppable() {
      return under && (now?.own ?? false);
    },
    want: () => void once(from.order),
    stop: () => void once(from.drop),
  };
}
