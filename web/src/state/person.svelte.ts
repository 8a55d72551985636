/** Whose browser this is. */
import * as api from "../net/api";
import type { Me } from "../wire";

let known = $state.raw<Me | null>(null);

/** The person to whom this browser belongs, as soon as the server has said it. */
export function person(): Me | null {
  return known;
}

/** Ask the server who this browser is; a stranger becomes a guest. */
export async function meet(): Promise<void> {
  known = await api.me();
}

/** The same where it is not known yet: before anything that only a person may ask for. */
export async function met(): Promise<void> {
  if (!known) await meet();
}

/** Take what the server has answered about who this browser is now. */
export function know(me: Me): void {
  known = me;
}

/** This browser is nobody's any more: be a new guest. */
export async function meetAnew(): Promise<void> {
  known = null;
  await meet();
}

/** Take another name. */
export async function rename(name: string): Promise<void> {
  known = await api.rename(name);
}

/** Give up the seat that one holds at a table. */
export async function leave(table: string): Promise<void> {
  known = await api.leaveTable(table);
}

/** Become the person that a link is of. */
export async function become(token: string): Promise<Me> {
  known = await api.useDeviceLink(token);
  return known;
}
