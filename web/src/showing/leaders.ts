/** Recipients of certificates, with their titles. */
import type { NightStanding, SeriesTable } from "../wire";
import { t } from "../words/words.svelte";

/** Number of places with a certificate. */
const PLACES = 3;

/** The first places of a night or a season, without players who have no counted hand. */
export const leaders = (lines: readonly NightStanding[]): readonly NightStanding[] =>
  lines.filter(({ place, hands }) => place <= PLACES && hands > 0);

/** The titles of a series' leaders, and the date: its last night. */
export const wonIn = ({ series, counted, nights }: SeriesTable): { won: string; when: number } => ({
  won: `${series} · ${t("nights.nights_of", { count: counted })}`,
  when: nights[0]?.ended ?? nights[0]?.opened ?? Date.now(),
});
