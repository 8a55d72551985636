/** The person of this browser. */
import { untrack } from "svelte";

import * as api from "../net/api";
import * as requests from "../requests";
import type { Me } from "../wire";

let known = $state.raw<Me | null>(null);
/** Number of changes other than by `meet`, whose pending answers are then dropped. */
let changes = 0;

/** The person of this browser; null: not loaded yet. */
export function person(): Me | null {
  return known;
}

/** Load the person; a new browser becomes a guest. */
export async function meet(): Promise<void> {
  const before = changes;
  const me = await api.me();
  if (before === changes) known = me;
}

/**
 * Load the person unless they are known, before a request that needs one.
 *
 * An effect that awaits this does not run again once they are known.
 */
export async function met(): Promise<void> {
  if (!untrack(person)) await meet();
}

/** Take the person from a response that changed them. */
export function know(me: Me): void {
  changes++;
  api.meAnew();
  known = me;
}

/** Become a new guest, after signing out. */
export async function meetAnew(): Promise<void> {
  changes++;
  api.meAnew();
  known = null;
  await meet();
}

/** Change the name. */
export async function rename(name: string): Promise<void> {
  know(await requests.rename({ name }));
}

/** Give up the seat at a table. */
export async function leave(table: string): Promise<void> {
  know(await requests.leaveTable(table));
}

/** Sign in with the link of another device. */
export async function become(token: string): Promise<Me> {
  const me = await api.useDeviceLink(token);
  know(me);
  return me;
}
