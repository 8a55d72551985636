/**
 * What pages need of how people behave before any of `moderation/` is there: whom one is about to
 * report, and the parts with their words, which are loaded when they are needed.
 */
import { spoken } from "./words/words.svelte";

/** Who is reported, and where it was, if at a table or in a match that is over. */
export interface Subject {
  readonly person: string;
  readonly name: string;
  readonly table?: string;
  readonly match?: string;
  readonly hand?: number;
}

let shown = $state.raw<Subject | null>(null);

/** Whom one is about to report; null: nobody. */
export function subject(): Subject | null {
  return shown;
}

/** Let somebody be reported, in a dialog over whatever page one is on; null: leave it. */
export function report(next: Subject | null): void {
  shown = next;
}

export const reportDialog = () => spoken(import("./moderation/ReportDialog.svelte"), "moderation");
export const banned = () => spoken(import("./moderation/Banned.svelte"), "moderation");
export const muted = () => spoken(import("./moderation/Muted.svelte"), "moderation");
