/** The name that somebody types who comes to a table, and sitting down under it. */
import { reason } from "../net/faults";
import { met, person, rename } from "../state/person.svelte";
import type { LiveTable } from "../state/table.svelte";
import { toast } from "../ui/toasts.svelte";
import { ask } from "./asking";

/** What is typed, wherever one then sits down; null: nothing yet. */
export const naming: { typed: string | null } = $state({ typed: null });

/**
 * Sit down in a seat, under the name that is typed; says whether one sits.
 *
 * What cannot be done is shown in words.
 */
export async function sitDown(live: LiveTable, seat: number): Promise<boolean> {
  const name = naming.typed?.trim();
  try {
    if (name) {
      await met();
      // An account's name is changed on its own page: it cannot be changed again soon.
      if (person()?.role === null && name !== person()?.name) await rename(name);
    }
  } catch (fault) {
    toast(reason(fault), "fault");
    return false;
  }
  if (!(await ask(live, { do: "sit", seat }))) return false;
  naming.typed = null;
  return true;
}
