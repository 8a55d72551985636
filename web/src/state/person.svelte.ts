/** Whose browser this is. */
import { untrack } from "svelte";

import * as api from "../net/api";
import * as requests from "../requests";
import type { Me } from "../wire";

let known = $state.raw<Me | null>(null);
/** How often that has changed otherwise than by asking; what was asked before says nothing. */
let changes = 0;

/** The person to whom this browser belongs, as soon as the server has said it. */
export function person(): Me | null {
  return known;
}

/** Ask the server who this browser is; a stranger becomes a guest. */
export async function meet(): Promise<void> {
  const before = changes;
  const me = await api.me();
  if (before === changes) known = me;
}

/**
 * The same where it is not known yet: before anything that only a person may ask for.
 *
 * An effect that waits for it does not run again when it is known: what it asks for would come twice.
 */
export async function met(): Promise<void> {
  if (!untrack(person)) await meet();
}

/** Take what the server has answered about who this browser is now. */
export function know(me: Me): void {
  changes++;
  api.meAnew();
  known = me;
}

/** This browser is nobody's any more: be a new guest. */
export async function meetAnew(): Promise<void> {
  changes++;
  api.meAnew();
  known = null;
  await meet();
}

/** Take another name. */
export async function rename(name: string): Promise<void> {
  know(await requests.rename({ name }));
}

/** Give up the seat that one holds at a table. */
export async function leave(table: string): Promise<void> {
  know(await requests.leaveTable(table));
}

/** Become the person that a link is of. */
export async function become(token: string): Promise<Me> {
  const me = await api.useDeviceLink(token);
  know(me);
  return me;
}
