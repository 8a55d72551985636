/** What is asked of the server to go through a hand, wherever it comes from. */
import { Refusal } from "../net/api";
import * as requests from "../requests";
import type { Replayed, ReplaySource } from "../pages";
import type { BotThought, HandReplay, ReplayHand, ReplayMatch, TellHand } from "../wire";

/** What is asked of a match where it is kept. */
const PLACES = {
  match: {
    hands: requests.handsOfMatch,
    hand: requests.handOfMatch,
    thought: requests.thoughtOfMatch,
    record: requests.keptRecordAddress,
  },
  table: {
    hands: requests.handsOfTable,
    hand: requests.oneHand,
    thought: requests.oneThought,
    record: requests.matchRecordAddress,
  },
  shared: {
    hands: requests.handsOfShare,
    hand: requests.handOfShare,
    thought: requests.thoughtOfShare,
    record: requests.recordOfShareAddress,
  },
};

/** Where a match is kept; nobody asks the server for a file. */
const placeOf = ({ from }: Replayed) => PLACES[from as Exclude<ReplaySource, "file">];

/** The hands of a match, with one of them. */
export const matchOf = (where: Replayed, hand: number): Promise<ReplayMatch> =>
  placeOf(where).hands(where.id, { hand });

/** One of the others. */
export const handOf = (where: Replayed, hand: number): Promise<HandReplay> =>
  placeOf(where).hand(where.id, hand);

/** The thought of a bot behind an event of a hand; null: a file has none. */
export const thoughtsOf = (
  where: Replayed,
  hand: number,
): ((event: number) => Promise<BotThought>) | null =>
  where.from === "file" ? null : (event) => placeOf(where).thought(where.id, hand, event);

/**
 * Whether the server has a review of a hand, or can make one: only of a hand that is over.
 *
 * @param brought - whether the hand comes from a file.
 */
export const isReviewed = (
  { won, review }: Pick<ReplayHand, "won" | "review">,
  brought: boolean,
): boolean => won !== null && (!brought || review !== null);

/** Where the record of the match is kept as a file. */
export const recordOf = (where: Replayed): string => placeOf(where).record(where.id);

/** A hand in the notation. */
export const textOf = async (asked: TellHand): Promise<string> =>
  (await requests.handText(asked)).text;

/** A picture of a moment, as SVG. */
export async function pictureOf(asked: TellHand): Promise<string> {
  const answer = await fetch("/api/replays/picture", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  if (answer.ok) return answer.text();
  const { code, words } = await answer.json();
  throw new Refusal(answer.status, code, words);
}
