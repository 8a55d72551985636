/** What is asked of the server about reviews. */
import type { HandReviewState, MatchReviewState, ReplayHand, ReviewedHand } from "../wire";
import * as requests from "../requests";

/** The requests about a review: its state, ordering it, and withdrawing the order. */
export interface ReviewRequests<S> {
  look(): Promise<S>;
  order(): Promise<S>;
  drop(): Promise<S>;
}

/** What is asked about the reviews of a match where it is kept: of one hand, and of all. */
const PLACES = {
  table: { hand: [requests.reviewAtTable, requests.askAtTable, requests.withdrawAtTable] },
  match: {
    hand: [requests.reviewOfHand, requests.askOfHand, requests.withdrawHand],
    all: [requests.reviewOfMatch, requests.askOfMatch, requests.withdrawMatch],
  },
  shared: {
    hand: [requests.reviewOfShared, requests.askOfShared, requests.withdrawShared],
    all: [requests.reviewsOfShared, requests.askAllOfShared, requests.withdrawAllOfShared],
  },
} as const;

/** Where a review is kept: of a table, of a match in the history, of one shared by a link. */
export type ReviewSource = keyof typeof PLACES;

/** The review of a hand. */
export function handReview(
  from: ReviewSource,
  id: string,
  hand: number,
): ReviewRequests<HandReviewState> {
  const [look, order, drop] = PLACES[from].hand;
  return {
    look: () => look(id, hand),
    order: () => order(id, hand),
    drop: () => drop(id, hand),
  };
}

/** The reviews of all hands of a match. */
export function matchReview(
  from: Exclude<ReviewSource, "table">,
  id: string,
): ReviewRequests<MatchReviewState> {
  const [look, order, drop] = PLACES[from].all;
  return { look: () => look(id), order: () => order(id), drop: () => drop(id) };
}

/**
 * The review of a hand of a record that was opened here.
 *
 * @param text - the record, which is sent when the review is wished for, or is in it.
 * @param line - the hand, as it stands in the list of them.
 * @param reviewed - the review that the record carries.
 */
export function fileReview(
  text: string,
  { hand, review }: ReplayHand,
  reviewed: ReviewedHand | null,
): ReviewRequests<HandReviewState> {
  if (reviewed) {
    const done = { state: "done", ahead: 0, done: 1, of: 1, own: false, review: reviewed } as const;
    const carried = (): Promise<HandReviewState> => Promise.resolve(done);
    return { look: carried, order: carried, drop: carried };
  }
  const digest = String(review); // where there is none, the server finds none
  return {
    look: () => requests.reviewOfBrought(digest, hand),
    order: () => requests.askOfBrought({ text, hand }),
    drop: () => requests.withdrawBrought(digest, hand),
  };
}
