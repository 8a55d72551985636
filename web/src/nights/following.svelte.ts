/** A page follows a night as long as it is there. */
import { untrack } from "svelte";

import type { Night } from "./night.svelte";

/**
 * Follow a night until the component is destroyed.
 *
 * @param first - the first request: identifies the user of this browser.
 */
export function followNight(night: Night, first: () => Promise<void>): Night {
  $effect(() => {
    // The identity of this browser changes meanwhile; the night is followed again.
    untrack(first).then(
      () => night.follow(),
      (fault) => (night.fault = fault),
    );
    const again = (): void => night.again();
    addEventListener("online", again);
    return () => {
      removeEventListener("online", again);
      night.close();
    };
  });
  return night;
}
