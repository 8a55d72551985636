/** How numbers of a review are written. */
import { t, language } from "../words/words.svelte";

/** So many levels, whichever way. */
export function levelsOf(levels: number): string {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), one).format(Math.abs(levels));
}

/** Which side is ahead, and by how much. */
export function aheadOf(levels: number): string {
  if (Math.abs(levels) < 0.05) return t("review.even");
  const by = { levels: levelsOf(levels) };
  return levels > 0 ? t("review.declarers_by", by) : t("review.opponents_by", by);
}

/** What came of the hand in the end, in whole levels. */
export function resultOf(levels: number): string {
  if (levels === 0) return t("review.result_none");
  const key = levels > 0 ? "review.result_up" : "review.result_down";
  return t(key, { count: Math.abs(levels) });
}

/** How well somebody has decided. */
export function accuracyOf(accuracy: number | null): string {
  return accuracy === null ? "–" : `${Math.round(accuracy)} %`;
}
