/** What is asked of the server about reviews. */
import { ask } from "../net/api";
import type { HandReviewState, MatchReviewState } from "../wire";

/** Where the review of a hand is, of a table or of a match in the history. */
export const addressOfReview = (from: "table" | "match", id: string, hand: number): string =>
  `/api/${from === "table" ? "tables" : "matches"}/${encodeURIComponent(id)}/hands/${hand}/review`;

const ofMatch = (match: string): string => `/api/matches/${encodeURIComponent(match)}/review`;

export const handReview = (address: string): Promise<HandReviewState> => ask("GET", address);
export const askHandReview = (address: string): Promise<HandReviewState> => ask("POST", address);
export const matchReview = (match: string): Promise<MatchReviewState> => ask("GET", ofMatch(match));
export const askMatchReview = (match: string): Promise<MatchReviewState> =>
  ask("POST", ofMatch(match));
