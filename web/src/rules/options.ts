/** Options of the rules as a form shows them; what they mean is the server's business. */
import type { Value } from "../ui/fields";
import type { OptionShape, RulesForm } from "../wire";

export type Values = Readonly<Record<string, Value>>;

/**
 * The label of a value.
 *
 * @param none - the label of an empty list.
 */
export function labelOf(option: OptionShape, value: Value | undefined, none: string): string {
  if (Array.isArray(value))
    return value.map((part) => labelOf(option, part, none)).join(" ") || none;
  const known = option.values.find((one) => one.value === value);
  return known?.label ?? String(value ?? none);
}

/** The options that houses change most; with called friends, the number of players is included. */
export function oftenOf({ options, often }: RulesForm, values: Values): OptionShape[] {
  const names = values["teams"] === "friends" ? ["players", ...often] : often;
  return names.flatMap((name) => options.filter((option) => option.name === name));
}

/** Whether all words of a search occur in an option's texts. */
export function matches(option: OptionShape, search: string): boolean {
  const values = option.values.flatMap(({ label, help }) => [label, help]);
  const said = [option.title, option.help, option.name, ...values].join(" ").toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => said.includes(word));
}
