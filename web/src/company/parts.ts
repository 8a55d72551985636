/** Playing with people: what the lobby shows of it, loaded by itself. */
export { default as MoreWays } from "./MoreWays.svelte";
export { default as NoTables } from "./NoTables.svelte";
export { default as WithPeople } from "./WithPeople.svelte";
