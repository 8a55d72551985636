/** The blocked people, whose messages are not shown. */
let blocked = $state.raw<readonly string[]>([]);

/** Whether a person is blocked. */
export const isBlocked = (person: string): boolean => blocked.includes(person);

/** Set the blocked people. */
export function knowBlocked(people: readonly string[]): void {
  blocked = people;
}
