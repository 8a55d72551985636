/** Regular evenings in words: when they are, and who says what. */
import type { EveningOffer, EveningSettings, EveningState } from "../wire";
import { inTongue, t, tongue } from "../words/words.svelte";

/** How often one's evenings are asked for, in milliseconds. */
export const EVERY = 30_000;

/** Does something of an evening, and shows what has come of it: what is told, or asked for again. */
export type Tried = (work: () => Promise<EveningState | null>) => Promise<void>;

/** When something comes again and again. */
export type When = Pick<EveningSettings, "first" | "time" | "zone" | "every" | "hours">;

/** The time zone of this browser. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a time zone in the language of the site; as its difference from UTC where it has none. */
export function zoneName(zone: string): string {
  return namePart(zone, "longGeneric", new Date());
}

function namePart(zone: string, timeZoneName: "longGeneric" | "longOffset", at: Date): string {
  const parts = new Intl.DateTimeFormat(tongue(), { timeZone: zone, timeZoneName }).formatToParts(
    at,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** A time zone to choose: of those with one name and one time all year, the first, or the one kept. */
export interface Zone {
  readonly value: string;
  readonly label: string;
}

/**
 * The time zones by their names, from west to east.
 *
 * @param kept - zones that are among them in any case.
 */
export function zonesWith(kept: readonly string[]): Zone[] {
  const year = new Date().getFullYear();
  const [winter, summer] = [new Date(year, 0, 15), new Date(year, 6, 15)];
  const found = new Map<string, Zone & { readonly offset: number }>();
  for (const zone of [...kept, "UTC", ...Intl.supportedValuesOf("timeZone")]) {
    const [one, other] = [winter, summer].map((at) => namePart(zone, "longOffset", at));
    const name = zoneName(zone);
    const key = `${name} ${one} ${other}`;
    if (found.has(key)) continue;
    const label = name.startsWith("GMT") ? one! : `${one} · ${name}`;
    found.set(key, { value: zone, label: label.replace("GMT", "UTC"), offset: minutesOf(one!) });
  }
  return [...found.values()]
    .toSorted((one, other) => one.offset - other.offset || one.label.localeCompare(other.label))
    .map(({ value, label }) => ({ value, label }));
}

/** The minutes of a difference from UTC such as `GMT-03:30`. */
function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** A time to begin with: every week from today on, at eight. */
export function freshWhen(): Required<When> {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  const first = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { first, time: "20:00", zone: HERE, every: "week", hours: 3 };
}

/** When an evening is, as people say it: every Thursday at eight. */
export function whenOf({ first, time, zone, every }: Omit<When, "hours">): string {
  const day = new Date(`${first}T12:00`);
  const weekday = day.toLocaleDateString(tongue(), {
    weekday: tongue() === "en" ? "long" : "short",
  });
  const at = new Date(`2000-01-01T${time}`).toLocaleTimeString(tongue(), { timeStyle: "short" });
  const said = { weekday, time: at };
  const when =
    every === "month"
      ? t("evenings.monthly", { ...said, which: t(`evenings.which_${placeOf(day)}`) })
      : t(every === "week" ? "evenings.weekly" : "evenings.fortnightly", said);
  return zone === HERE ? when : t("evenings.in_zone", { when, zone: zoneName(zone) });
}

/** Which one of its weekdays in its month a day is; those after the fourth are the last. */
const placeOf = (day: Date): 1 | 2 | 3 | 4 | "last" =>
  day.getDate() > 28 ? "last" : ((Math.ceil(day.getDate() / 7) || 1) as 1 | 2 | 3 | 4);

/** What is played, and how much of it is changed. */
export const rulesOf = ({ heading, changed }: Pick<EveningOffer, "heading" | "changed">): string =>
  changed > 0
    ? `${inTongue(heading)} · ${t("shell.options_changed", { count: changed })}`
    : inTongue(heading);

/** A moment, in milliseconds since 1970, as a day and a time here. */
export const momentOf = (at: number): string =>
  new Date(at).toLocaleString(tongue(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });

/** When an evening is next, in words. */
export const nextOf = ({ next }: Pick<EveningOffer, "next">, now: number): string =>
  next.begins <= now ? t("evenings.on_now") : t("evenings.next", { when: momentOf(next.begins) });
