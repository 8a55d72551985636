/** Lazy parts about ratings, for the table. */
export { default as LeavingNote } from "./LeavingNote.svelte";
export { default as Notices } from "./Notices.svelte";
export { default as Outcome } from "./Outcome.svelte";
export { default as Stakes } from "./Stakes.svelte";
