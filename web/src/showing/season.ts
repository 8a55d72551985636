/** A season's rule, values and ranges of places, in words. */
import { ratingText } from "../rated/naming";
import { signed } from "../ui/numbers";
import type { SeasonBoard, SeasonRating, SeasonRule, SeasonStanding } from "../wire";
import { t, language } from "../words/words.svelte";

/** Deviations of a rating within which the strength lies in 19 of 20 cases. */
const WITHIN = 1.96;

/** The name of a line; members may stay unnamed. */
export const nameIn = ({ name }: { readonly name: string }): string => name || t("showing.unnamed");

/** The heading of the column of values. */
export const ruleName = ({ by }: SeasonRule): string =>
  t(by === "rating" ? "nights.rating" : by === "mean" ? "showing.mean_points" : "nights.points");

/** The rule of a season, in a sentence. */
export function ruleWords({ by, best, least_nights: count }: SeasonRule): string {
  const how = {
    sum: t("showing.rule_sum"),
    best: t("showing.rule_best", { count: best }),
    mean: t("showing.rule_mean"),
    rating: t("showing.rule_rating"),
  }[by];
  return t("showing.rule", { how, least: t("showing.rule_least", { count }) });
}

/** The value of a line. */
export function worth({ value }: SeasonStanding, { by }: SeasonRule): string {
  if (value === null) return "";
  if (by === "rating") return ratingText(value);
  if (by !== "mean") return signed(value);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const text = new Intl.NumberFormat(language(), digits).format(Math.abs(value));
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text;
}

/** The places that a member may have: `2`, or `2–5` while they are not told apart. */
export const placesOf = ({ first, last }: SeasonRating): string =>
  first === null ? "–" : first === last ? `${first}` : `${first}–${last}`;

/** The half-width of the interval of a rating. */
export const within = ({ deviation }: SeasonRating): number => WITHIN * deviation;

/** The interval of a rating, in percent of the width of all intervals of a board. */
export function barOf(line: SeasonRating, { lines }: SeasonBoard): { from: number; to: number } {
  const low = Math.min(...lines.map((one) => one.value - within(one)));
  const high = Math.max(...lines.map((one) => one.value + within(one)));
  const at = (value: number): number => (100 * (value - low)) / (high - low);
  return { from: at(line.value - within(line)), to: at(line.value + within(line)) };
}
