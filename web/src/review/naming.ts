/** Formats of a review's numbers. */
import { t, language } from "../words/words.svelte";

/** A number of levels, without its sign. */
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

/** The final result of a hand, in whole levels. */
export function resultOf(levels: number): string {
  if (levels === 0) return t("review.result_none");
  const key = levels > 0 ? "review.result_up" : "review.result_down";
  return t(key, { count: Math.abs(levels) });
}

/** The accuracy of a player, in words. */
export function accuracyOf(accuracy: number | null): string {
  return accuracy === null ? "–" : `${Math.round(accuracy)} %`;
}
