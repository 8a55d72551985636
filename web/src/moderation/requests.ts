/** What is asked of the server about who behaves how, one function for each address. */
import { ask } from "../net/api";
import type {
  ActLines,
  Impose,
  NewReport,
  ReportFacts,
  ReportLines,
  SanctionLine,
  SanctionLines,
  Settle,
} from "../wire";
import type { Subject } from "../moderation.svelte";

/** Report somebody. */
export const report = ({ person, table, match, hand }: Subject, text: string): Promise<void> =>
  ask("POST", `/api/people/${encodeURIComponent(person)}/report`, {
    text,
    table: table ?? null,
    match: match ?? null,
    hand: hand ?? null,
  } satisfies NewReport);

/**
 * The reports: those that are open, or those that are settled.
 *
 * @param after - the report after which they begin; `null`: from the first.
 */
export function reports(closed: boolean, after: string | null): Promise<ReportLines> {
  const given = new URLSearchParams({ closed: String(closed) });
  if (after !== null) given.set("after", after);
  return ask("GET", `/api/admin/reports?${given}`);
}

/** A report, with what was said. */
export const oneReport = (report: string): Promise<ReportFacts> =>
  ask("GET", `/api/admin/reports/${encodeURIComponent(report)}`);

/** Settle a report. */
export const settle = (report: string, outcome: string): Promise<void> =>
  ask("POST", `/api/admin/reports/${encodeURIComponent(report)}/settle`, {
    outcome,
  } satisfies Settle);

/** The mutes and bans of a person, the last first. */
export const sanctions = (person: string): Promise<SanctionLines> =>
  ask("GET", `/api/admin/people/${encodeURIComponent(person)}/sanctions`);

/** Mute or ban a person. */
export const impose = (person: string, what: Impose): Promise<SanctionLine> =>
  ask("POST", `/api/admin/people/${encodeURIComponent(person)}/sanctions`, what);

/** Lift a mute or ban. */
export const lift = (sanction: string): Promise<void> =>
  ask("DELETE", `/api/admin/sanctions/${encodeURIComponent(sanction)}`);

/** What the keepers of the site have done, before a number in the book. */
export const book = (before: number | null): Promise<ActLines> =>
  ask("GET", `/api/admin/log${before === null ? "" : `?before=${String(before)}`}`);
