/** Names of people, tables and rounds of a night. */
import { groupsOf } from "../sheets/accounts";
import type {
  HandResult,
  NightPenalty,
  NightPerson,
  NightSettings,
  NightStanding,
  NightState,
  NightTable,
} from "../wire";
import { t } from "../words/words.svelte";

/** A person with their id in a night. */
export type Named = Pick<NightPerson, "person" | "name">;

/** The name of a person in a night, by their id there. */
export const nameIn = (people: readonly Named[], id: string): string =>
  people.find(({ person }) => person === id)?.name ?? id;

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

/** The round under way, and of how many where that is known. */
export function roundName({ round, settings }: NightState): string {
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
export function courseWords({ rounds, minutes, partners, real_cards }: NightSettings): string {
  return [
    rounds === null ? t("nights.rounds_open") : t("nights.rounds", { count: rounds }),
    ...(minutes > 0 ? [t("nights.minutes_each", { count: minutes })] : []),
    t(partners === "drawn" ? "nights.partners_drawn" : "nights.partners_chosen"),
    ...(real_cards === "all" ? [t("nights.real_cards")] : []),
    ...(real_cards.length === 0 ? [t("nights.online")] : []),
  ].join(" · ");
}

/** The title of a night. */
export const titleOf = ({ title }: { title: string }): string => title || t("nights.untitled");
