/** The questions about a hand with real cards, for the form and the printed sheet. */
import type { HandEntry, NightTable, Question } from "../wire";
import { t } from "../words/words.svelte";

export type Asked = Question[0];
type Side = NonNullable<HandEntry["winner"]>;

const TITLES = {
  dealer: "nights.form_dealer",
  declarers: "nights.form_partners",
  rank: "nights.form_rank",
  suit: "nights.form_suit",
  points: "nights.form_points_taken",
  last_trick: "nights.form_last",
  kitty: "nights.form_kitty",
  width: "nights.form_width",
  length: "nights.form_length",
  led: "nights.form_led",
  side_suit: "nights.form_side_suit",
  hook: "nights.form_hook",
  throws: "nights.form_throws",
  units: "nights.form_throw_units",
  cards: "nights.form_throw_cards",
  withdrawn: "nights.form_throw_back",
  red_fives: "nights.form_red_fives",
  offender: "nights.form_offender",
  winner: "nights.form_winner",
  levels: "nights.form_levels",
} as const satisfies Record<Asked, string>;

/** The title of a question. */
export const titleOf = (name: Asked): string => t(TITLES[name]);

/** The questions of a table that depend on the winner of the last trick. */
export const askedOf = (
  { questions }: Pick<NightTable, "questions">,
  last: Side | null,
): ReadonlySet<Asked> =>
  new Set(questions.filter(([, lost]) => !lost || last === "opponents").map(([name]) => name));

/** The number of a failed throw that is asked; `null`: none is. */
export const countOf = (asked: ReadonlySet<Asked>): "units" | "cards" | "withdrawn" | null =>
  (["units", "cards", "withdrawn"] as const).find((name) => asked.has(name)) ?? null;

/** An empty entry. */
export const blank = (): HandEntry => ({
  dealer: "",
  rank: null,
  suit: null,
  declarers: [],
  points: null,
  kitty: null,
  last_trick: null,
  winner: null,
  levels: null,
  throws: [],
  red_fives: [],
  offender: "",
  offence: "",
  void: false,
});

/** Whether nothing that must be filled in is empty; what is right is asked of the server. */
export function filledIn(entry: HandEntry, asked: ReadonlySet<Asked>, byPoints: boolean): boolean {
  if (entry.void) return true;
  if (entry.dealer === "" || (asked.has("declarers") && entry.declarers.length === 0)) return false;
  if (entry.throws.some(({ person }) => person === "") || entry.red_fives.includes(""))
    return false;
  if (!byPoints) return entry.winner !== null && entry.levels !== null;
  if (entry.points === null) return entry.offender !== "";
  const count = countOf(asked);
  if (count !== null && entry.throws.some((one) => one[count] === null)) return false;
  const trick = entry.last_trick;
  if (trick === null || (asked.has("kitty") && entry.kitty === null)) return false;
  if (entry.kitty === null || entry.kitty === 0) return true;
  return (!asked.has("width") || trick.width !== null) && (!asked.has("led") || trick.led !== null);
}
