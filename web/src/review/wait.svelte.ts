/** Waiting for a review: it is asked how far it has come, as long as somebody looks. */
import { untrack } from "svelte";

import { Unreachable } from "../net/api";
import { Resource } from "../net/resource.svelte";
import type { ReviewRequests } from "./requests";

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
  from: ReviewRequests<S>,
  wanted: boolean,
  whole = ({ state }: S): boolean => state === "done",
): Waited<S> {
  const review = new Resource<S>();
  let lost = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let times = 0;

  const goesOn = (at: S | null): boolean => at?.state === "waiting" || at?.state === "running";
  const under = $derived(goesOn(review.value));

  async function once(how: () => Promise<S>): Promise<void> {
    clearTimeout(timer);
    const latest = await review.load(how, {
      accept(found) {
        const ended = !goesOn(found) && found.state !== "failed" && !whole(found);
        lost = how === from.look && (under || lost) && ended;
      },
    });
    if (!latest) return;
    // A server that is out of reach for a moment is asked again.
    const unknown = review.value === null && review.fault instanceof Unreachable;
    if (under || unknown)
      timer = setTimeout(() => void once(from.look), times++ < MANY ? SOON : LATER);
  }

  $effect(() => {
    untrack(() => void once(wanted ? from.order : from.look));
    return () => {
      review.cancel();
      clearTimeout(timer);
    };
  });

  return {
    get now() {
      return review.value;
    },
    get lost() {
      return lost;
    },
    get fault() {
      return review.fault;
    },
    get busy() {
      return review.busy || under;
    },
    get stoppable() {
      return under && (review.value?.own ?? false);
    },
    want: () => void once(from.order),
    stop: () => void once(from.drop),
  };
}
