/** A page follows a night as long as it is there. */
import { untrack } from "svelte";

import type { Night } from "./night.svelte";

/**
 * Follow a night until the component goes.
 *
 * @param first - what must be known before: who this browser is.
 */
export function followed(night: Night, first: () => Promise<void>): Night {
  $effect(() => {
    // Who this browser is changes meanwhile, and the night is followed on.
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
