/** What the organisers of a club do, from a semester ahead to the last print. */
import { FEWEST, nextStep } from "../organising/steps";
import type { Route } from "../pages";
import { clubMembers, clubPlan, oneNight } from "../requests";
import type { ClubMember, ClubPlanned, ClubState, NightState } from "../wire";
import { idsOf, wholes } from "./find";

/** The steps in their order, by the time at which they are taken. */
export const PARTS = {
  once: ["found", "invite", "plan", "season"],
  before: ["answer", "night", "door"],
  evening: ["check_in", "draw", "play", "finish"],
  after: ["guests", "print"],
} as const;
export type StepPart = keyof typeof PARTS;
export type StepName = (typeof PARTS)[StepPart][number];

export interface ClubStep {
  readonly name: StepName;
  readonly part: StepPart;
  readonly done: boolean;
  readonly way: Route;
}

/** How long after its end a night still has something to do, in milliseconds. */
const AFTER = 3 * 86_400_000;

/** What is known of a club for its steps; `night`: the one that runs, or is just over. */
export interface Known {
  readonly state: ClubState;
  readonly plan: ClubPlanned["plan"];
  readonly members: readonly ClubMember[];
  readonly night: NightState | null;
}

/** People of a night whom no line of the club knows, and who have no account. */
export function strangers(
  { people }: Pick<NightState, "people">,
  members: readonly ClubMember[],
): NightState["people"] {
  const known = new Set(wholes(members).flatMap((whole) => [...idsOf(whole)]));
  return people.filter(({ person, account }) => account === null && !known.has(person));
}

/** The steps, each with whether it is done; `now`: a Unix time in milliseconds. */
export function stepsOf({ state, plan, members, night }: Known, now: number): ClubStep[] {
  const { club } = state;
  const page = (view: "members" | "seasons" | "door"): Route => ({ page: "club", club, view });
  const desk: Route = night
    ? { page: "night", night: night.night, ...(night.role === "organiser" && { view: "run" }) }
    : { page: "make-night", club };
  const step = night && nextStep(night, now);
  const over = step === "over";
  const here = night?.people.filter((one) => one.here).length ?? 0;
  const known: Record<StepName, readonly [done: boolean, way: Route]> = {
    found: [true, { page: "club", club }],
    invite: [state.people >= FEWEST, page("members")],
    plan: [plan !== null, { page: "club", club }],
    season: [state.seasons.some(({ first }) => first), page("seasons")],
    answer: [state.asked === 0 && state.requests.length === 0, page("members")],
    night: [night !== null, desk],
    door: [night !== null, page("door")],
    check_in: [over || (night?.round ?? null) !== null || here >= FEWEST, desk],
    draw: [over || (night?.round ?? null) !== null, desk],
    play: [over || step === "end-night", desk],
    finish: [over, desk],
    guests: [over && night !== null && strangers(night, members).length === 0, desk],
    print: [
      false,
      night && over
        ? { page: "night", night: night.night, view: "print", paper: "certificates" }
        : { page: "club", club, view: "print" },
    ],
  };
  return (Object.keys(PARTS) as StepPart[]).flatMap((part) =>
    PARTS[part].map((name) => ({ name, part, done: known[name][0], way: known[name][1] })),
  );
}

/** The steps of a club that the user runs. */
export async function toDo(state: ClubState): Promise<ClubStep[]> {
  const [latest] = state.nights;
  const current = latest && (latest.ended === null || latest.ended > Date.now() - AFTER);
  const [{ plan }, { members }, night] = await Promise.all([
    clubPlan(state.club),
    clubMembers(state.club),
    current ? oneNight(latest.night) : null,
  ]);
  return stepsOf({ state, plan, members, night }, Date.now());
}
