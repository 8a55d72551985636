/** The account of a hand as computed by the server, arranged for reading. */
import { teamOf } from "../state/teams";
import type { HandAccount, RulesState, Standing } from "../wire";

/** A trick with points, and whether these count for the Opponents. */
export interface TrickLine {
  readonly number: number;
  readonly seat: number;
  readonly points: number;
  readonly counts: boolean;
}

/** The kitty's share: its points, their multiple, whether halved, and the total. */
export interface KittyAccount {
  readonly points: number;
  readonly factor: number;
  readonly halved: boolean;
  readonly bonus: number;
}

/** The sum of the Opponents' points. */
export interface PointsAccount {
  readonly tricks: readonly TrickLine[];
  /** From tricks alone. */
  readonly won: number;
  readonly penalty: number;
  readonly discarded: number;
  /** The kitty's points; null when the Declarers kept it. */
  readonly kitty: KittyAccount | null;
  readonly total: number;
}

function kittyOf(ended: HandAccount["ended"]): KittyAccount {
  return {
    points: ended.kitty_points ?? 0,
    factor: ended.factor,
    halved: ended.halved,
    bonus: ended.points - ended.tricks,
  };
}

/** The Opponents' points of a hand. */
export function pointsOf(account: HandAccount): PointsAccount {
  const { ended } = account;
  return {
    tricks: account.tricks.map((trick) => ({
      ...trick,
      counts: !ended.declarers.includes(trick.seat),
    })),
    won: ended.tricks - account.penalty,
    penalty: account.penalty,
    discarded: account.discarded,
    kitty: ended.factor > 0 ? kittyOf(ended) : null,
    total: ended.points,
  };
}

/** Seats that stand together in the score: a team, or each player alone where friends change. */
export function groupsOf({ players, teams }: Pick<RulesState, "players" | "teams">): number[][] {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  if (teams === "friends") return seats.map((seat) => [seat]);
  return [seats.filter((seat) => teamOf(seat) === 0), seats.filter((seat) => teamOf(seat) === 1)];
}

/** The groups, the player's own first. */
export function ownFirst(groups: readonly number[][], seat: number | null): number[][] {
  const own = (group: number[]) => seat !== null && group.includes(seat);
  return [...groups.filter(own), ...groups.filter((group) => !own(group))];
}

/** The change of a group's level. */
export interface LevelLine {
  readonly seats: readonly number[];
  readonly before: Standing;
  readonly after: Standing;
  readonly side: "declarers" | "opponents";
  readonly held: boolean;
  readonly hooked: boolean;
  readonly fined: boolean;
}

/** The changes of levels, a line for each group of seats. */
export function levelsOf(account: HandAccount, groups: readonly number[][]): LevelLine[] {
  const { ended, before, after } = account;
  return groups.flatMap((seats) => {
    const [first] = seats;
    const [from, to] = first === undefined ? [] : [before[first], after[first]];
    if (first === undefined || !from || !to) return [];
    const among = (others: readonly number[]) => seats.some((seat) => others.includes(seat));
    return [
      {
        seats,
        before: from,
        after: to,
        side: ended.declarers.includes(first) ? ("declarers" as const) : ("opponents" as const),
        held: among(account.held),
        hooked: among(ended.hooked),
        fined: among(ended.fined),
      },
    ];
  });
}

/** Whether the level of a group is another than before. */
export function hasMoved({ before, after }: Pick<LevelLine, "before" | "after">): boolean {
  return before.level !== after.level || before.lap !== after.lap;
}

/** Whether a seat was on the winning side; null without a seat. */
export function wonBy(account: HandAccount, seat: number | null): boolean | null {
  if (seat === null) return null;
  return account.ended.declarers.includes(seat) === (account.ended.winner === "declarers");
}
