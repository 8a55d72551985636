/** Whose time was up, in words. */
import { cardNames } from "../cards/naming";
import type { TimeUp } from "../wire";
import { joined, t } from "../words/words.svelte";

/**
 * That somebody's time was up, and what a bot played for them.
 *
 * @param own - the seat of who reads it; null for an onlooker.
 */
export function timeUpWords({ seat, name, cards, left }: TimeUp, own: number | null): string {
  const played = cardNames(cards);
  if (left === 0) {
    return seat === own ? t("table.time_up_lost_you") : t("table.time_up_lost", { name });
  }
  if (seat === own) {
    const decided =
      cards.length > 0 ? t("table.time_up_you", { cards: played }) : t("table.time_up_you_other");
    return left === null ? decided : joined(decided, t("table.time_up_left", { count: left }));
  }
  return cards.length > 0
    ? t("table.time_up", { name, cards: played })
    : t("table.time_up_other", { name });
}
