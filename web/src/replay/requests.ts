/** What is asked of the server to go through a hand, wherever it comes from. */
import { ask, Refusal } from "../net/api";
import type { Replayed } from "../routing.svelte";
import type { HandReplay, HandText, MatchShare, OpenRecord, ReplayMatch, TellHand } from "../wire";

/** Where a match is asked for. */
function baseOf({ from, id }: Replayed): string {
  const place = { match: "matches", table: "tables", shared: "shared", file: "" }[from];
  return `/api/${place}/${encodeURIComponent(id)}`;
}

/** The hands of a match, with one of them. */
export const matchOf = (where: Replayed, hand: number): Promise<ReplayMatch> =>
  ask("GET", `${baseOf(where)}/hands?hand=${hand}`);

/** One of the others. */
export const handOf = (where: Replayed, hand: number): Promise<HandReplay> =>
  ask("GET", `${baseOf(where)}/hands/${hand}`);

/** Where the record of the match is kept as a file. */
export const recordOf = (where: Replayed): string => `${baseOf(where)}/record`;

/** The hands of a record that was opened, with one of them. */
export const openRecord = (text: string, hand: number): Promise<ReplayMatch> =>
  ask("POST", "/api/replays", { text, hand } satisfies OpenRecord);

/** A hand in the notation. */
export const textOf = async (asked: Pick<TellHand, "record">): Promise<string> =>
  (await ask<HandText>("POST", "/api/replays/text", asked)).text;

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

/** By which link one shares a match. */
export const shareOf = (match: string): Promise<MatchShare> =>
  ask("GET", `/api/matches/${encodeURIComponent(match)}/share`);

/** Share a match by a link. */
export const share = (match: string): Promise<MatchShare> =>
  ask("POST", `/api/matches/${encodeURIComponent(match)}/share`);

/** Take that link back. */
export const unshare = (match: string): Promise<null> =>
  ask("DELETE", `/api/matches/${encodeURIComponent(match)}/share`);
