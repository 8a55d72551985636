/** The name field of a newcomer at a table, and sitting down under that name. */
import { reason } from "../net/faults";
import { met, person, rename } from "../state/person.svelte";
import type { LiveTable } from "../state/table.svelte";
import { toast } from "../ui/toasts.svelte";
import { ask } from "./asking";

/** The typed name, shared by all ways to sit down; null: untouched. */
export const naming: { typed: string | null } = $state({ typed: null });

/**
 * Sit down under the typed name; returns whether the user sits.
 *
 * An error is shown as a toast.
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
