/** Playing with people: what the lobby and a match that is over show of it, loaded by itself. */
export { default as AfterMatch } from "./AfterMatch.svelte";
export { default as Always } from "./Always.svelte";
export { default as WithPeople } from "./WithPeople.svelte";
