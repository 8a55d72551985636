/** The replay of a hand as a part of another view, such as the result. */
export { default } from "./Replay.svelte";
export { ReplayCursor } from "./cursor.svelte";
