/**
 * Entry to moderation for all pages, before `moderation/` is loaded: the person to report, and the
 * parts with their texts, loaded on demand.
 */
import { spoken } from "./words/words.svelte";

/** The reported person, with the table or the finished match. */
export interface Subject {
  readonly person: string;
  readonly name: string;
  readonly table?: string;
  readonly match?: string;
  readonly hand?: number;
}

let shown = $state.raw<Subject | null>(null);

/** The person whom the user is about to report; null: none. */
export function subject(): Subject | null {
  return shown;
}

/** Open the report dialog over the current page; null: close it. */
export function report(next: Subject | null): void {
  shown = next;
}

export const reportDialog = () =>
  spoken(import("./moderation/ReportDialog.svelte"), "moderation", "play");
export const loadBanned = () => spoken(import("./moderation/Banned.svelte"), "moderation");
export const loadMuted = () => spoken(import("./moderation/Muted.svelte"), "moderation");
