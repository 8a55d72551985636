/** Recipients of certificates, with their titles. */
import type { SeasonTable } from "../wire";
import { t } from "../words/words.svelte";

/** A person with a certificate. */
export interface Honoured {
  readonly name: string;
  /** Place in the standings; `null`: none. */
  readonly place: number | null;
  readonly nights: number;
  readonly hands: number;
}

/** Number of places with a certificate. */
const PLACES = 3;

/** People with a counted hand, whose names are known. */
export const players = <L extends Honoured>(lines: readonly L[]): readonly L[] =>
  lines.filter(({ name, hands }) => name !== "" && hands > 0);

/** The first places of a night or a season, without players who have no counted hand. */
export const leaders = <L extends Honoured>(lines: readonly L[]): readonly L[] =>
  players(lines).filter(({ place }) => place !== null && place <= PLACES);

/** The titles of a season's leaders, and the date: its last night. */
export const wonIn = ({ name, season, counted, nights }: SeasonTable) => ({
  won: [name, season.name, t("nights.nights_of", { count: counted })].filter(Boolean).join(" · "),
  when: nights[0]?.ended ?? nights[0]?.opened ?? Date.now(),
});
