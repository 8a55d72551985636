/** Who sits where, in words. */

import type { LiveTable } from "../state/table.svelte";
import { t } from "../words/words.svelte";

/** The name of who sits in a seat; "You" for one's own. Bots go by their seats. */
export function nameOf(live: LiveTable, seat: number): string {
  if (seat === live.seat) return t("table.you");
  const held = live.table?.seats[seat];
  if (held?.bot && held.person === null) return t("room.bot_in", { number: seat + 1 });
  return held?.name || t("table.seat_free");
}

/** A side, as far as it is open. */
export type Side = "declarers" | "opponents" | "unknown";

/**
 * The side of a seat. Among friends only the Dealer's and that of who has joined are open, until
 * all friends are found.
 */
export function sideOf(live: LiveTable, seat: number): Side {
  const { now, table, hand } = live;
  if (!now || !table || !hand?.made) return "unknown";
  if (now.declarers.includes(seat)) return "declarers";
  if (table.rules.teams === "fixed") return now.declarers.length > 0 ? "opponents" : "unknown";
  const found = hand.calls.length > 0 && hand.joined.length >= hand.calls.length;
  return found || hand.ended ? "opponents" : "unknown";
}
