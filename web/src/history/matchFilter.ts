/** Which matches are wanted: as the address of the page has it, and as the server is asked. */
import { SYSTEMS } from "../lobby/systems";
import type { Plain } from "../ui/fields";
import type { Game } from "../wire";
import { FIELDS } from "./matchFilter.fields";

/** Stands in an address for everybody; no public id has it. */
const EVERYBODY = "*";

export interface MatchFilter {
  /** A player, by public id; `null`: any person; absent: the user. */
  readonly person?: string | null;
  /** In which this person played as well. */
  readonly company?: string;
  readonly game?: Game;
  /** Only rated or only unrated matches. */
  readonly rated?: boolean;
  /** First day of the end of the match, as `2026-01-31`, in the reader's time zone. */
  readonly since?: string;
  /** Last day of the end of the match, in the same form. */
  readonly until?: string;
  /** In which the person did this in some hand. */
  readonly feat?: string;
}

/** The fields of the filter that are lists. */
const CHOICES = FIELDS.filter(({ kind }) => kind === "choice");

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filter in an address's query string, without its unreadable parts. */
export function matchFilterFromQuery(query: string): MatchFilter {
  const given = new URLSearchParams(query);
  const person = given.get("person");
  const company = given.get("with");
  const game = SYSTEMS.find(({ name }) => name === given.get("game"))?.name;
  const chosen = CHOICES.flatMap(({ name, values = [] }): [string, Plain][] => {
    const value = values.find((one) => String(one.value) === given.get(name))?.value;
    return value === undefined || value === null ? [] : [[name, value]];
  });
  const day = (name: string): string | null => given.get(name)?.match(DAY)?.[0] ?? null;
  const since = day("since");
  const until = day("until");
  return {
    ...(person && { person: person === EVERYBODY ? null : person }),
    ...(company && { company }),
    ...(game && { game }),
    ...(since && { since }),
    ...(until && { until }),
    ...Object.fromEntries(chosen),
  };
}

/** The filter as a query string, which `matchFilterFromQuery` reads. */
export function matchFilterToQuery(wanted: MatchFilter): string {
  const { person, company, ...rest } = wanted;
  return written({ person: person === null ? EVERYBODY : person, with: company, ...rest });
}

/**
 * The query string of the request to the server.
 *
 * @param own - the user's public id.
 */
export function matchFilterToRequest(wanted: MatchFilter, own: string): string {
  const { person, company, since, until, feat, ...rest } = wanted;
  return written({
    ...rest,
    person: person === null ? undefined : (person ?? own),
    with: company,
    since: since && startOf(since, 0),
    until: until && startOf(until, 1),
    feat: person === null ? undefined : feat,
  });
}

/** Number of conditions, not counting the person. */
export function countConditions({ person, ...rest }: MatchFilter): number {
  return Object.keys(rest).length;
}

function written(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The start of a day, or of a later day, in the reader's time zone, as Unix time in milliseconds.
 */
function startOf(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
