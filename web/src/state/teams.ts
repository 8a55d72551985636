/** The team of a seat, 0 or 1, where teams are fixed (`RulesState.teams`). */
export const teamOf = (seat: number): number => seat % 2;
