/** How a server closes a connection permanently. */
import type { Bye } from "../wire";

const ENDINGS = ["gone", "closed", "signed-out", "banned", "bot"] as const;

/**
 * Why the connection is permanently closed: there is no such table, it has no spectators, the
 * browser is signed out, its person is banned, or its account is a bot's.
 */
export type Ending = (typeof ENDINGS)[number];

/** Whether the server closes a connection permanently. */
export function isEnding(code: Bye["code"]): code is Ending {
  return ENDINGS.some((ending) => ending === code);
}
