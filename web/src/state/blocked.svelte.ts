/** Whom one has blocked, as far as it is known: their words are not shown. */
let blocked = $state.raw<readonly string[]>([]);

/** Whether one has blocked somebody. */
export const isBlocked = (person: string): boolean => blocked.includes(person);

/** Take whom one has blocked. */
export function knowBlocked(people: readonly string[]): void {
  blocked = people;
}
