/** Who is given a certificate, and for what. */
import type { NightStanding, SeriesTable } from "../wire";
import { t } from "../words/words.svelte";

/** So many places are given one. */
const PLACES = 3;

/** The first places of a night or a season; who has not played a hand that counts has none. */
export const leaders = (lines: readonly NightStanding[]): readonly NightStanding[] =>
  lines.filter(({ place, hands }) => place <= PLACES && hands > 0);

/** What the leaders of a series have won, and when: with its last night. */
export const wonIn = ({ series, counted, nights }: SeriesTable): { won: string; when: number } => ({
  won: `${series} · ${t("nights.nights_of", { count: counted })}`,
  when: nights[0]?.ended ?? nights[0]?.opened ?? Date.now(),
});
