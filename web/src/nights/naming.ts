/** What people and rounds of a night are called. */
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

/** Somebody with the id that they have in a night. */
export type Named = Pick<NightPerson, "person" | "name">;

/** The name of somebody in a night, by the id there. */
export const nameIn = (people: readonly Named[], id: string): string =>
  people.find(({ person }) => person === id)?.name ?? id;

/** All who play in a night, and those who run it. */
export const everybody = ({ people, organisers }: NightState): readonly Named[] => [
  ...people,
  ...organisers,
];

/** Who sits in a seat of a table. */
export const nameAt = (people: readonly NightPerson[], table: NightTable, seat: number): string =>
  nameIn(people, table.seats[seat] ?? "");

/** Those who play against each other at a table, by seat; friends are found in each hand. */
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

/** Who wins a hand, and by how much. */
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

/** The place of a line of the standings; who has not played a hand that counts has none. */
export const placeOf = ({ place, hands }: NightStanding): string =>
  hands > 0 ? String(place) : "–";

/** The name that somebody has chosen; none where it is the one that the site gives guests. */
export const chosenName = (name: string): string => (/^\p{L}+ \d{4}$/u.test(name) ? "" : name);

/** What awaits those who come: how many rounds of what length, with whom, and with which cards. */
export function courseWords({ rounds, minutes, partners, real_cards }: NightSettings): string {
  return [
    rounds === null ? t("nights.rounds_open") : t("nights.rounds", { count: rounds }),
    ...(minutes > 0 ? [t("nights.minutes_each", { count: minutes })] : []),
    t(partners === "drawn" ? "nights.partners_drawn" : "nights.partners_chosen"),
    ...(real_cards === "all" ? [t("nights.real_cards")] : []),
    ...(real_cards.length === 0 ? [t("nights.online")] : []),
  ].join(" · ");
}

/** What a night is called. */
export const titleOf = ({ title }: { title: string }): string => title || t("nights.untitled");
