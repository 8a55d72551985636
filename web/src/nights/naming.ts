/** Names of people, tables and rounds of a night. */
import { groupsOf } from "../sheets/accounts";
import type {
  HandResult,
  NightPenalty,
  NightPerson,
  NightRound,
  NightSettings,
  NightStanding,
  NightState,
  NightTable,
} from "../wire";
import { t } from "../words/words.svelte";

/** A person with their id in a night. */
export type Named = Pick<NightPerson, "person" | "name">;

/** The id of a bot in a seat, which is no person of the night. */
const BOT = "bot";

/** The name of a person in a night, by their id there; also of a bot or the device of a table. */
export function nameIn(people: readonly Named[], id: string): string {
  if (id === BOT) return t("nights.bot");
  const table = deviceTable(id);
  if (table !== null) return t("nights.device_of", { table });
  return people.find(({ person }) => person === id)?.name ?? id;
}

/** The number of the table whose device has this id in a night; null: it is no device's. */
export const deviceTable = (id: string): string | null => /^device:([0-9]+):/.exec(id)?.[1] ?? null;

/** All players of a night, and its organisers. */
export const everybody = ({ people, organisers }: NightState): readonly Named[] => [
  ...people,
  ...organisers,
];

/** The name of the person in a table's seat. */
export const nameAt = (people: readonly NightPerson[], table: NightTable, seat: number): string =>
  nameIn(people, table.seats[seat] ?? "");

/** The opposing sides at a table, by seat; called friends change with each hand. */
export function sidesOf(table: NightTable): readonly (readonly number[])[] {
  return groupsOf({ players: table.seats.length, teams: table.friends ? "friends" : "fixed" });
}

/** Whether a table plays the final of a round. */
export const playsFinal = (
  { final }: Pick<NightRound, "final">,
  { seats }: Pick<NightTable, "seats">,
): boolean => seats.some((id) => final.includes(id));

/** The round that a table plays: the final and the consolation round have names. */
export function tableRound(now: NightState, table: NightTable): string {
  const { round } = now;
  if (round === null || round.final.length === 0) return roundName(now);
  return t(playsFinal(round, table) ? "nights.final_round" : "nights.consolation");
}

/** Number of rounds, the final included; `null`: as many as people like. */
export const allRounds = ({ rounds, final }: NightSettings): number | null =>
  rounds === null ? null : rounds + (final === "none" ? 0 : 1);

/** Number of finalists by the settings. */
export const FINALISTS = { none: 0, four: 4, eight: 8 } as const;

/** The round under way, and of how many where that is known. */
export function roundName({ round, settings }: NightState): string {
  if (round !== null && round.final.length > 0) return t("nights.final_round");
  const number = round?.round ?? 1;
  return settings.rounds === null
    ? t("nights.round", { round: number })
    : t("nights.round_of", { round: number, rounds: settings.rounds });
}

/** The winner of a hand, and the margin. */
export function resultWords({ winner, levels }: Pick<HandResult, "winner" | "levels">): string {
  const side = t(`nights.${winner}`);
  return levels > 0 ? t("nights.won", { side, count: levels }) : t("nights.won_no_level", { side });
}

/** A penalty in a sentence; without points it is a warning. */
export function penaltyWords(
  people: readonly Named[],
  { person, points, reason }: NightPenalty,
): string {
  const name = nameIn(people, person);
  return points > 0
    ? t("nights.penalty", { name, points, reason })
    : t("nights.warning", { name, reason });
}

/** The place in a row of the standings; empty for a player without a counted hand. */
export const placeOf = ({ place, hands }: NightStanding): string =>
  hands > 0 ? String(place) : "–";

/** The name that a person has chosen; empty for a guest's default name. */
export const chosenName = (name: string): string => (/^\p{L}+ \d{4}$/u.test(name) ? "" : name);

/** The plan of a night for newcomers: rounds, their length, partners, cards. */
export function courseWords({
  rounds,
  final,
  minutes,
  partners,
  real_cards,
}: NightSettings): string {
  return [
    rounds === null ? t("nights.rounds_open") : t("nights.rounds", { count: rounds }),
    ...(rounds !== null && final !== "none"
      ? [t("nights.final_after", { count: FINALISTS[final] })]
      : []),
    ...(minutes > 0 ? [t("nights.minutes_each", { count: minutes })] : []),
    t(partners === "drawn" ? "nights.partners_drawn" : "nights.partners_chosen"),
    ...(real_cards === "all" ? [t("nights.real_cards")] : []),
    ...(real_cards.length === 0 ? [t("nights.online")] : []),
  ].join(" · ");
}

/** The title of a night. */
export const titleOf = ({ title }: { title: string }): string => title || t("nights.untitled");
