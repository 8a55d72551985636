/** Whether `?` is on: then what is pointed at explains itself instead of doing anything. */
import { learn } from "../words/words.svelte";

let on = $state(false);
let glossary = $state(false);
let wanted = $state(false);

/** State of the help bar. */
export const help = {
  get pointing(): boolean {
    return on;
  },
  /** Whether there has been a question yet; `Help.svelte` is loaded then. */
  get wanted(): boolean {
    return wanted;
  },
  get glossary(): boolean {
    return glossary;
  },
  set glossary(open: boolean) {
    glossary = open;
  },
};

/** Turn `?` on or off. */
export function point(to: boolean = !on): void {
  on = to;
  if (to) explain();
}

/** Show the glossary instead. */
export function openGlossary(): void {
  on = false;
  glossary = true;
  explain();
}

/** Load the explanations; without them the names of things are shown alone. */
function explain(): void {
  wanted = true;
  learn("play").catch(() => undefined);
}
