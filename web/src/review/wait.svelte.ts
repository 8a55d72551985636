/** Waiting for a review: its progress is polled while the page is visible. */
import { untrack } from "svelte";

import { Unreachable } from "../net/api";
import { Resource } from "../net/resource.svelte";
import type { ReviewRequests } from "./requests";

/** Polling interval in milliseconds; shorter at first. */
const SOON = 700;
const LATER = 2000;
const MANY = 15;

interface Stage {
  readonly state: "none" | "waiting" | "running" | "failed" | "done";
  /** Whether the review is also made for the user. */
  readonly own: boolean;
}

/** The progress of a review. */
export interface Waited<S extends Stage> {
  readonly now: S | null;
  /** Whether the user has waited for the review and it is no longer being made. */
  readonly lost: boolean;
  /** The error of the request; null: none. */
  readonly fault: unknown;
  /** Whether the user waits for the review. */
  readonly busy: boolean;
  /** Whether the user can cancel the review. */
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
