/** Which matches are wanted: as the address of the page has it, and as the server is asked. */
import { SYSTEMS } from "../lobby/systems";
import type { Plain } from "../ui/fields";
import type { Game } from "../wire";
import { FIELDS } from "./wanted.fields";

/** Stands in an address for everybody; no public id has it. */
const EVERYBODY = "*";

export interface Wanted {
  /** In which this person played, by public id; `null`: whoever; nothing: oneself. */
  readonly person?: string | null;
  /** In which this person played as well. */
  readonly company?: string;
  readonly game?: Game;
  /** Whether it counted for ratings. */
  readonly rated?: boolean;
  /** That ended on this day or later, as `2026-01-31`, where the reader is. */
  readonly since?: string;
  /** That ended on this day or before, likewise. */
  readonly until?: string;
  /** In which the person did this in some hand. */
  readonly feat?: string;
}

/** What can be chosen by the fields that are lists. */
const CHOICES = FIELDS.filter(({ kind }) => kind === "choice");

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What an address says after `?`; what cannot be read in it is left out. */
export function readWanted(query: string): Wanted {
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

/** The same as an address has it, to be read again by `readWanted`. */
export function writeWanted(wanted: Wanted): string {
  const { person, company, ...rest } = wanted;
  return written({ person: person === null ? EVERYBODY : person, with: company, ...rest });
}

/**
 * What the server is asked for such matches.
 *
 * @param own - one's own public id.
 */
export function askedFor(wanted: Wanted, own: string): string {
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

/** How many things are asked for, besides whose matches. */
export function countWanted({ person, ...rest }: Wanted): number {
  return Object.keys(rest).length;
}

function written(values: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** When a day begins where the reader is, or one some days later, in milliseconds since 1970. */
function startOf(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
