/** The onlookers' view, in words. */
import { time } from "../ui/fields";
import type { Sight } from "../wire";
import { t } from "../words/words.svelte";

/** The onlookers' view as a sentence. */
export function sightSaid(sight: Sight): string {
  if (sight.onlookers !== "hands") return t(`room.sight_${sight.onlookers}`);
  if (sight.until_end) return t("room.sight_ended");
  return t("room.sight_during", { time: time(sight.delay) });
}

/** The sentence of a new setting, or of one for the next hand. */
export function sightSet(sight: Sight, nextHand: boolean): string {
  const said = sightSaid(sight);
  return nextHand ? t("room.sight_next", { sight: said }) : said;
}
