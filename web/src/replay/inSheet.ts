/** A hand gone through within something else, as in the result of a hand. */
export { default } from "./Replay.svelte";
export { ReplayCursor } from "./cursor.svelte";
