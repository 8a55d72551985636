/** Whether `?` is on: then what is pointed at explains itself instead of doing anything. */

let on = $state(false);
let glossary = $state(false);

/** State of the help bar. */
export const help = {
  get pointing(): boolean {
    return on;
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
}

/** Show the glossary instead. */
export function openGlossary(): void {
  on = false;
  glossary = true;
}
