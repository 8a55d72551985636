/** One's own account: the ways into it, as the server said last. */
import type { AccountState } from "../wire";
import * as requests from "./requests";

let known = $state.raw<AccountState | null>(null);

/** The account; `null`: the server has not said yet. */
export function own(): AccountState | null {
  return known;
}

/** Ask the server for it. */
export async function look(): Promise<void> {
  known = await requests.account();
}

/** Take what a change of it was answered with. */
export async function changed(answer: Promise<AccountState>): Promise<void> {
  known = await answer;
}

/** Forget it: somebody else uses this browser now. */
export function forget(): void {
  known = null;
}
