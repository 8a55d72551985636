/** Requests to a table that show their refusal. */
import { CLOSED } from "../net/connection";
import { meet } from "../state/person.svelte";
import type { LiveTable } from "../state/table.svelte";
import { toast } from "../ui/toasts.svelte";
import type { Action } from "../wire";
import { inLanguage } from "../words/words.svelte";

/** Send an action; returns whether it was done. A refusal is shown as a toast. */
export async function ask(live: LiveTable, action: Action): Promise<boolean> {
  const outcome = await live.do(action);
  if (!outcome.done && outcome.code !== CLOSED) toast(inLanguage(outcome.words), "fault");
  // From now on the chat shows the reason and the end of the mute.
  if (!outcome.done && outcome.code === "muted") void meet().catch(() => undefined);
  return outcome.done;
}
