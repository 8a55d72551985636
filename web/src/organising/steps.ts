/** Next step for the organiser of a night. */
import { allRounds } from "../nights/naming";
import type { NightState } from "../wire";

/** Minimum number of people for a round. */
export const FEWEST = 4;

/**
 * The next step:
 * - `wait`: there are too few people for a round;
 * - `draw`: a round is drawn;
 * - `end-night`: all rounds have been played;
 * - `start`: a round that was drawn begins;
 * - `resume`: the clock goes on;
 * - `play`: people play, and nothing is to be done;
 * - `end-round`: the time is up, or all tables have finished;
 * - `over`: the night has ended.
 */
export type Step =
  "wait" | "draw" | "end-night" | "start" | "resume" | "play" | "end-round" | "over";

/**
 * The next step of a night.
 *
 * @param clock - the server's time, a Unix time in milliseconds.
 */
export function nextStep({ stage, round, people, settings }: NightState, clock: number): Step {
  if (stage === "over") return "over";
  if (round === null || round.ended !== null) {
    const rounds = allRounds(settings);
    if (rounds !== null && (round?.round ?? 0) >= rounds) return "end-night";
    return people.filter(({ here }) => here).length < FEWEST ? "wait" : "draw";
  }
  if (round.started === null) return "start";
  if (round.stopped !== null) return "resume";
  const done = round.tables.every(
    ({ ended, winners, ends }) =>
      ended !== null || winners.length > 0 || (ends !== null && ends <= clock),
  );
  return done ? "end-round" : "play";
}
