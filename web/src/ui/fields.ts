/**
 * Fields of forms. They are generated (`*.fields.ts`) from the type of the edited value, by `python
 * -m web.make_forms`; options of the rules come from the server.
 */
import type { HelpKey } from "../help/keys";
import { type PlainKey, t } from "../words/words.svelte";

/** A single value of a field. */
export type Plain = string | number | boolean | null;
export type Value = Plain | readonly (string | number)[];

/** A field of a form; see `Field` and `Setting` in `shengji.forms`. */
export interface FieldShape {
  readonly name: string;
  readonly kind: "text" | "flag" | "choice" | "number" | "numbers" | "own";
  readonly title: PlainKey;
  /** A sentence below it. */
  readonly note?: PlainKey;
  /** The key of the field's help. */
  readonly help?: HelpKey;
  /** The selectable values; a value without a label is its own label. */
  readonly values?: readonly { readonly value: Plain; readonly label?: PlainKey }[];
  readonly low?: number;
  readonly high?: number;
  readonly step?: number;
  readonly longest?: number;
  readonly needs?: {
    readonly field: string;
    readonly values: readonly Plain[];
    readonly negated: boolean;
  };
  readonly seconds?: boolean;
  readonly menu?: boolean;
  readonly beside?: boolean;
  readonly rare?: boolean;
  /** Values that a strict form does not have. */
  readonly strict?: readonly Plain[];
  readonly lasting?: boolean;
}

/** How strict a form is: a rated table's, and with its match under way. */
export type Strictness = "free" | "strict" | "running";

/** A field's texts, in the site's language. */
export interface Drawn {
  readonly kind: "text" | "switch" | "flag" | "choice" | "number" | "numbers" | "levels";
  readonly title: string;
  readonly note?: string;
  readonly values: readonly { readonly value: unknown; readonly label: string }[];
  readonly low?: number | null;
  readonly high?: number | null;
  readonly step?: number;
  readonly longest?: number;
  /** Whether the choices lie side by side. */
  readonly buttons?: boolean;
  /** The number with which an optional number starts. */
  readonly start?: number;
}

/** A number of seconds, in words. */
export function time(seconds: number): string {
  return seconds < 60 || seconds % 60
    ? t("room.seconds", { count: seconds })
    : t("room.minutes", { count: seconds / 60 });
}

/** Whether two values are the same. */
export function same(one: Value | undefined, other: Value | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** A list of levels with one added or removed, in the order of the field's values. */
export function toggleLevel(
  field: Pick<Drawn, "values">,
  levels: readonly string[],
  level: string,
): string[] {
  const wanted = levels.includes(level)
    ? levels.filter((one) => one !== level)
    : [...levels, level];
  return field.values.map((one) => String(one.value)).filter((one) => wanted.includes(one));
}

/** The numbers in a text: `1, 2 4`. */
export const numbersIn = (text: string): number[] =>
  [...new Set((text.match(/\d+/g) ?? []).map(Number))]
    .filter((number) => number > 0)
    .sort((one, other) => one - other);

/** The value of a field. */
export const valueIn = (set: object, name: string): Value => set[name as keyof object] as Value;

/** Whether the field's condition holds, so that it has an effect. */
function inEffect(fields: readonly FieldShape[], field: FieldShape, set: object): boolean {
  const { needs } = field;
  if (!needs) return true;
  const above = fields.find(({ name }) => name === needs.field);
  const met = needs.values.includes(valueIn(set, needs.field) as Plain) !== needs.negated;
  return met && (!above || inEffect(fields, above, set));
}

/** The fields that can be set now. */
export function shownOf(
  fields: readonly FieldShape[],
  set: object,
  strictness: Strictness,
): FieldShape[] {
  return fields.filter(
    (field) =>
      inEffect(fields, field, set) &&
      (strictness !== "running" || field.lasting) &&
      (strictness === "free" || field.kind !== "flag" || !field.strict),
  );
}

/** The rows of a form: some fields are beside their predecessor. */
export function rowsOf(fields: readonly FieldShape[]): FieldShape[][] {
  const rows: FieldShape[][] = [];
  for (const field of fields) {
    if (field.beside && rows.length > 0) rows.at(-1)!.push(field);
    else rows.push([field]);
  }
  return rows;
}

/**
 * The value after a change: fields that come into effect begin with their defaults.
 *
 * @param fresh - the defaults.
 */
export function applyChange<S extends object>(
  fields: readonly FieldShape[],
  set: S,
  fresh: S,
  name: string,
  value: Value,
): S {
  const next = { ...set, [name]: value };
  const come = fields.filter(
    (field) => inEffect(fields, field, next) && !inEffect(fields, field, set),
  );
  return { ...next, ...Object.fromEntries(come.map(({ name }) => [name, valueIn(fresh, name)])) };
}

/** Whether a rare field differs from its default, so that it must be visible. */
export const unusual = (fields: readonly FieldShape[], set: object, fresh: object): boolean =>
  fields.some(({ name, rare }) => rare && !same(valueIn(set, name), valueIn(fresh, name)));

/** A field in the language of the site, with its present value among those to choose from. */
export function drawnOf(
  field: FieldShape,
  value: Value,
  strictness: Strictness,
  start?: Value,
): Drawn {
  const { kind, title, note, strict, menu, values = [], ...rest } = field;
  const allowed = values.filter((one) => strictness === "free" || !strict?.includes(one.value));
  if (kind === "choice" && !values.some((one) => one.value === value))
    allowed.push({ value: value as Plain });
  if (typeof value === "number") allowed.sort(byNumber);
  const label = ({ value, label }: (typeof allowed)[number]): string =>
    label ? t(label) : field.seconds && typeof value === "number" ? time(value) : String(value);
  return {
    ...rest,
    kind: kind === "flag" ? "switch" : kind === "own" ? "choice" : kind,
    title: t(title),
    ...(note && { note: t(note) }),
    values: allowed.map((one) => ({ value: one.value, label: label(one) })),
    buttons: !menu && !values.some((one) => typeof one.value === "number"),
    ...(typeof start === "number" && { start }),
  };
}

/** Words first, then numbers from low to high. */
const byNumber = (one: { value: Plain }, other: { value: Plain }): number =>
  (typeof one.value === "number" ? one.value : -1) -
  (typeof other.value === "number" ? other.value : -1);
