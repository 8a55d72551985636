/** What is loaded once a table is shown: its moments, and the end of a match. */
export { default as Confetti } from "./Confetti.svelte";
export { default as Keepsake } from "./Keepsake.svelte";
export { default as Moments } from "./Moments.svelte";
export { default as Stamp } from "./Stamp.svelte";
