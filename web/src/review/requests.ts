/** What is asked of the server about reviews. */
import { ask } from "../net/api";
import type {
  HandReviewState,
  MatchReviewState,
  OpenRecord,
  ReplayHand,
  ReviewedHand,
} from "../wire";

/** A review that can be looked for, wished for, and not be waited for any more. */
export interface Asking<S> {
  look(): Promise<S>;
  order(): Promise<S>;
  drop(): Promise<S>;
}

const PLACES = { table: "tables", match: "matches", shared: "shared" } as const;

/** Where a review is kept: of a table, of a match in the history, of one shared by a link. */
export type ReviewSource = keyof typeof PLACES;

const at = <S>(address: string): Asking<S> => ({
  look: () => ask("GET", address),
  order: () => ask("POST", address),
  drop: () => ask("DELETE", address),
});

const baseOf = (from: ReviewSource, id: string): string =>
  `/api/${PLACES[from]}/${encodeURIComponent(id)}`;

/** The review of a hand. */
export const handReview = (from: ReviewSource, id: string, hand: number): Asking<HandReviewState> =>
  at(`${baseOf(from, id)}/hands/${hand}/review`);

/** The reviews of all hands of a match. */
export const matchReview = (
  from: Exclude<ReviewSource, "table">,
  id: string,
): Asking<MatchReviewState> => at(`${baseOf(from, id)}/review`);

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
): Asking<HandReviewState> {
  if (reviewed) {
    const done = { state: "done", ahead: 0, done: 1, of: 1, own: false, review: reviewed } as const;
    const carried = (): Promise<HandReviewState> => Promise.resolve(done);
    return { look: carried, order: carried, drop: carried };
  }
  const order = { text, hand } satisfies OpenRecord;
  return {
    ...at<HandReviewState>(`/api/replays/review/${review}/${hand}`),
    order: () => ask("POST", "/api/replays/review", order),
  };
}
