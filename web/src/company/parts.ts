/** Playing with people: what the lobby shows of it, loaded by itself. */
export { default as Always } from "./Always.svelte";
export { default as WithPeople } from "./WithPeople.svelte";
