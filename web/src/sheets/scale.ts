/** The meaning of the Opponents' points, in words. */
import type { Stretch } from "../table/points";
import { t } from "../words/words.svelte";

/** All points in a deck are multiples of this. */
const STEP = 5;

/** The points of a stretch. */
export function rangeOf({ from, to }: Pick<Stretch, "from" | "to">): string {
  if (to === null) return t("table.scale_from", { from });
  return to - from <= STEP ? String(from) : t("table.scale_range", { from, to: to - STEP });
}

/** The outcome of a stretch of points. */
export function outcomeOf({ opponentsWin, levels }: Stretch): string {
  if (levels > 0) {
    return t(opponentsWin ? "table.scale_opponents" : "table.scale_declarers", { count: levels });
  }
  return t(opponentsWin ? "table.scale_opponents_deal" : "table.scale_declarers_stay");
}
