/** Sentences about expired turns. */
import { cardNames } from "../cards/naming";
import type { TimeUp } from "../wire";
import { joinSentences, t } from "../words/words.svelte";

/**
 * The sentence of an expired turn, with the play that a bot made.
 *
 * @param own - the reader's seat; null for an onlooker.
 */
export function timeUpWords({ seat, name, cards, left }: TimeUp, own: number | null): string {
  const played = cardNames(cards);
  if (left === 0) {
    return seat === own ? t("table.time_up_lost_you") : t("table.time_up_lost", { name });
  }
  if (seat === own) {
    const decided =
      cards.length > 0 ? t("table.time_up_you", { cards: played }) : t("table.time_up_you_other");
    return left === null
      ? decided
      : joinSentences(decided, t("table.time_up_left", { count: left }));
  }
  return cards.length > 0
    ? t("table.time_up", { name, cards: played })
    : t("table.time_up_other", { name });
}
