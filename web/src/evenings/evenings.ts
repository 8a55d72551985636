/** Texts about regular evenings: dates and answers. */
import type { EveningOffer, EveningSettings, EveningState } from "../wire";
import { inLanguage, t, language } from "../words/words.svelte";

/** Interval in milliseconds at which the user's evenings are loaded. */
export const EVERY = 30_000;

/** Runs an action on an evening and shows the resulting state. */
export type Tried = (work: () => Promise<EveningState | null>) => Promise<void>;

/** A repeating date. */
export type When = Pick<EveningSettings, "first" | "time" | "zone" | "every" | "hours">;

/** The time zone of this browser. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The name of a time zone in the site's language, or its UTC offset where it has none.
 *
 * If its clocks change on other days than its neighbours', its name includes the country: the
 * longest name that it has in a year identifies it.
 */
export function zoneName(zone: string): string {
  const [winter, summer] = offsetsOf(zone);
  const days = winter === summer ? [new Date()] : saturdays();
  const names = days.map(partOf(zone, "longGeneric"));
  return utc(names.reduce((one, other) => (other.length > one.length ? other : one)));
}

/** A formatter of one part of a moment in a time zone. */
function partOf(zone: string, timeZoneName: "longGeneric" | "longOffset"): (at: Date) => string {
  const told = new Intl.DateTimeFormat(language(), { timeZone: zone, timeZoneName });
  return (at) => told.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The differences of a time zone from UTC in January and in July, such as `GMT-03:30`. */
function offsetsOf(zone: string): readonly [string, string] {
  const offset = partOf(zone, "longOffset");
  const year = new Date().getFullYear();
  return [offset(new Date(year, 0, 15)), offset(new Date(year, 6, 15))];
}

/** The Saturdays of this year: clocks are changed on Friday, Saturday, or Sunday. */
function saturdays(): Date[] {
  const year = new Date().getFullYear();
  const first = 7 - new Date(year, 0, 1).getDay();
  return Array.from({ length: 52 }, (_, week) => new Date(year, 0, first + 7 * week, 12));
}

/** Replaces GMT in a browser's offset by UTC; UTC itself has no offset. */
const utc = (name: string): string => name.replace(/^GMT(\+00:00$)?/, "UTC");

/**
 * A selectable time zone; zones with the same name and the same offset all year share one entry.
 */
export interface Zone {
  readonly value: string;
  readonly label: string;
}

/**
 * The time zones by name, from west to east.
 *
 * @param kept - a zone that represents its equals, as the zone of this browser otherwise does.
 */
export function zonesWith(kept: string): Zone[] {
  const found = new Map<string, Zone & { readonly offset: number }>();
  for (const zone of [kept, HERE, "UTC", ...Intl.supportedValuesOf("timeZone")]) {
    const [winter, summer] = offsetsOf(zone);
    const name = zoneName(zone);
    const key = `${name} ${winter} ${summer}`;
    if (found.has(key)) continue;
    const label = name.startsWith("UTC") ? name : `${winter.replace("GMT", "UTC")} · ${name}`;
    found.set(key, { value: zone, label, offset: minutesOf(winter) });
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

/** The date of an evening in words, such as every Thursday at eight. */
export function whenOf({ first, time, zone, every }: Omit<When, "hours">): string {
  const day = new Date(`${first}T12:00`);
  const weekday = day.toLocaleDateString(language(), {
    weekday: language() === "en" ? "long" : "short",
  });
  const at = new Date(`2000-01-01T${time}`).toLocaleTimeString(language(), { timeStyle: "short" });
  const said = { weekday, time: at };
  const when =
    every === "month"
      ? t("evenings.monthly", { ...said, which: t(`evenings.which_${placeOf(day)}`) })
      : t(every === "week" ? "evenings.weekly" : "evenings.fortnightly", said);
  return zone === HERE ? when : t("evenings.in_zone", { when, zone: zoneName(zone) });
}

/** The rank of a day's weekday in its month; any after the fourth is the last. */
const placeOf = (day: Date): 1 | 2 | 3 | 4 | "last" =>
  day.getDate() > 28 ? "last" : ((Math.ceil(day.getDate() / 7) || 1) as 1 | 2 | 3 | 4);

/** The rules of an evening, and the number of changes. */
export const rulesOf = ({ heading, changed }: Pick<EveningOffer, "heading" | "changed">): string =>
  changed > 0
    ? `${inLanguage(heading)} · ${t("shell.options_changed", { count: changed })}`
    : inLanguage(heading);

/** A Unix time in milliseconds as a local day and time. */
export const momentOf = (at: number): string =>
  new Date(at).toLocaleString(language(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });

/** The next date of an evening, in words. */
export const nextOf = ({ next }: Pick<EveningOffer, "next">, now: number): string =>
  next.begins <= now ? t("evenings.on_now") : t("evenings.next", { when: momentOf(next.begins) });
