/** One's own account: the ways into it, as the server said last. */
import { latestOnly } from "../net/latestOnly";
import * as requests from "../requests";
import type { AccountState } from "../wire";

const ask = latestOnly();
let known = $state.raw<AccountState | null>(null);

/** The account; `null`: the server has not said yet. */
export function own(): AccountState | null {
  return known;
}

/** Ask the server for it; what is told of a later moment stays. */
export async function look(): Promise<void> {
  const isLast = ask();
  const found = await requests.myAccount();
  if (isLast()) known = found;
}

/** Take what a change of it is answered with. */
export async function changed(answer: Promise<AccountState>): Promise<void> {
  const found = await answer;
  ask();
  known = found;
}

/** Forget it: somebody else uses this browser now. */
export function forget(): void {
  ask();
  known = null;
}
