/** The signed-in account, with its sign-in methods. */
import { Resource } from "../net/resource.svelte";
import * as requests from "../requests";
import type { AccountState } from "../wire";

const known = new Resource<AccountState>();

/** The account; null: it is not loaded yet. */
export function own(): AccountState | null {
  return known.value;
}

/** Load the account. */
export async function look(): Promise<void> {
  if ((await known.load(requests.myAccount)) && known.fault) throw known.fault;
}

/** Take the account from the answer to a change of it. */
export async function updateAccount(answer: Promise<AccountState>): Promise<void> {
  known.set(await answer);
}

/** Drop the account, since another person uses this browser now. */
export function forget(): void {
  known.set(null);
}
