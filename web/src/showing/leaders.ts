/** Who is given a certificate. */
import type { NightStanding } from "../wire";

/** So many places are given one. */
const PLACES = 3;

/** The first places of a night or a season; who has not played a hand that counts has none. */
export const leaders = (lines: readonly NightStanding[]): readonly NightStanding[] =>
  lines.filter(({ place, hands }) => place <= PLACES && hands > 0);
