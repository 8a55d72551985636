/** Names of the players in their seats. */

import type { LiveTable } from "../state/table.svelte";
import type { TableState } from "../wire";
import { inLanguage, t } from "../words/words.svelte";

/** The name of a seat's player; "You" for the reader's own seat. The server names bots. */
export function nameOf(live: LiveTable, seat: number): string {
  if (seat === live.seat) return t("table.you");
  const held = live.table?.seats[seat];
  if (held?.bot_name && held.person === null) return inLanguage(held.bot_name);
  return held?.name || t("table.seat_free");
}

/** The reader of a table's texts, and the names of its seats. */
export interface Reader {
  /** The reader's own seat; null for an onlooker. */
  readonly seat: number | null;
  readonly players: number;
  readonly nameOf: (seat: number) => string;
  /** Whether other people play there too. */
  readonly company?: boolean;
  /** The end of the last match. */
  readonly ending?: TableState["ending"];
  /** The seats whose persons have left it, or let their time run out too often. */
  readonly left?: readonly number[];
  /** Whether a round of a night is played there. */
  readonly night?: boolean;
}

/** The user as a reader. */
export function readerOf(live: LiveTable): Reader {
  const { seat, table } = live;
  return {
    seat,
    players: table?.rules.players ?? 0,
    nameOf: (one) => nameOf(live, one),
    company: live.company,
    ending: table?.ending ?? null,
    left: table?.left ?? [],
    night: table?.night != null,
  };
}

/** A side, as far as it is open. */
export type Side = "declarers" | "opponents" | "unknown";

/** The side of a seat. */
export function sideOf(live: LiveTable, seat: number): Side {
  const { now, hand } = live;
  if (!now || !hand?.made) return "unknown";
  if (now.declarers.includes(seat)) return "declarers";
  return now.sides_known ? "opponents" : "unknown";
}
