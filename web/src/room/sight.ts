/** What onlookers may see, in words. */
import { time } from "../ui/fields";
import type { Sight, TableState } from "../wire";
import { t } from "../words/words.svelte";

/** What onlookers may see, as a sentence. */
export function sightSaid(sight: Sight): string {
  if (sight.onlookers !== "hands") return t(`room.sight_${sight.onlookers}`);
  if (sight.until_end) return t("room.sight_ended");
  return t("room.sight_during", { time: time(sight.delay) });
}

/** Whether what onlookers may see is another thing. */
export function sightDiffers(one: Sight, other: Sight): boolean {
  const { onlookers, until_end, delay } = one;
  if (onlookers !== other.onlookers) return true;
  if (onlookers !== "hands") return false;
  return until_end !== other.until_end || (!until_end && delay !== other.delay);
}

/** What they may see by the settings, and that it holds from the next hand on where it is so. */
export function sightSet(table: TableState): string {
  const said = sightSaid(table.settings);
  if (!sightDiffers(table.settings, table.sight)) return said;
  return t("room.sight_next", { sight: said });
}
