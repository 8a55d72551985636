/** Commands that have not reached the server yet; they outlive the page, in the browser. */
import type { AskedOfNight } from "../wire";

/** A command without what every command has. */
export type Wish = AskedOfNight extends infer One
  ? One extends AskedOfNight
    ? Omit<One, "id" | "by" | "made">
    : never
  : never;

const key = (night: string): string => `shengji.night.${night}`;

/** The stored commands of a night, in the order of their creation. */
export function storedCommands(night: string): readonly AskedOfNight[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(night)) ?? "[]");
    return Array.isArray(found) ? (found as AskedOfNight[]) : [];
  } catch {
    return []; // a browser that keeps nothing, or another's text
  }
}

/** Keep these, and nothing else. */
export function keep(night: string, commands: readonly AskedOfNight[]): void {
  try {
    if (commands.length > 0) localStorage.setItem(key(night), JSON.stringify(commands));
    else localStorage.removeItem(key(night));
  } catch {
    // The commands then last only as long as the page.
  }
}

/** The command of a wish: its id makes it idempotent, its time gives the order. */
export const commandOf = (wish: Wish): AskedOfNight =>
  ({ ...wish, id: newId(), made: Date.now() }) as AskedOfNight;

/** A unique id. `crypto.randomUUID` is missing without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
