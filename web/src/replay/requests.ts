/** What is asked of the server to go through a hand, wherever it comes from. */
import { ask } from "../net/api";
import type { Replayed } from "../routing.svelte";
import type { HandReplay, ReplayMatch } from "../wire";

/** Where a match is asked for. */
function baseOf({ from, id }: Replayed): string {
  const place = { match: "matches", table: "tables", shared: "shared", file: "" }[from];
  return `/api/${place}/${encodeURIComponent(id)}`;
}

/** The hands of a match. */
export const matchOf = (where: Replayed): Promise<ReplayMatch> =>
  ask("GET", `${baseOf(where)}/hands`);

/** One of them. */
export const handOf = (where: Replayed, hand: number): Promise<HandReplay> =>
  ask("GET", `${baseOf(where)}/hands/${hand}`);

/** Where the record of the match is kept as a file. */
export const recordOf = (where: Replayed): string => `${baseOf(where)}/record`;
