/** What is asked of the server about what is over, by what a page was opened with. */
import { ask } from "../net/api";
import type { MatchPage } from "../wire";

/** How many matches are asked for at once. */
const PAGE = 20;

/** Some matches; what is wanted is as `askedFor` writes it. */
export function matchPage(query: string, before: string | null): Promise<MatchPage> {
  const given = new URLSearchParams(query);
  given.set("limit", String(PAGE));
  if (before !== null) given.set("before", before);
  return ask("GET", `/api/matches?${given}`);
}
