/** What is asked of the server about what is over. */
import { ask } from "../net/api";
import type { Game, MatchFacts, MatchPage, PersonPage, PersonStatistics } from "../wire";

/** How many matches are asked for at once. */
const PAGE = 20;

/** Some matches; what is wanted is as `askedFor` writes it. */
export function matchPage(query: string, before: string | null): Promise<MatchPage> {
  const given = new URLSearchParams(query);
  given.set("limit", String(PAGE));
  if (before !== null) given.set("before", before);
  return ask("GET", `/api/matches?${given}`);
}

/** A match, hand by hand. */
export const matchFacts = (match: string): Promise<MatchFacts> => ask("GET", addressOf(match));

/** Where the record of a match is kept as a file. */
export const recordOf = (match: string): string => `${addressOf(match)}/record`;

/** Who somebody is. */
export const personPage = (person: string): Promise<PersonPage> =>
  ask("GET", `/api/people/${encodeURIComponent(person)}`);

/** What somebody has done, in one game or in all. */
export const statisticsOf = (person: string, game: Game | null): Promise<PersonStatistics> =>
  ask(
    "GET",
    `/api/people/${encodeURIComponent(person)}/statistics${game === null ? "" : `?game=${game}`}`,
  );

function addressOf(match: string): string {
  return `/api/matches/${encodeURIComponent(match)}`;
}
