/** Going to a table that the server finds or opens. */
import { reason } from "../net/faults";
import { go } from "../routing.svelte";
import { met } from "../state/person.svelte";
import { toast } from "../ui/toasts.svelte";
import type { TableId } from "../wire";

/** Ask for a table and go to it; a failure is shown. */
export async function sitAt(ask: () => Promise<TableId>): Promise<void> {
  try {
    await met();
    const { table } = await ask();
    go({ page: "table", table });
  } catch (fault) {
    toast(reason(fault), "fault");
  }
}
