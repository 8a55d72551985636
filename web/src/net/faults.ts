import { inLanguage, t } from "../words/words.svelte";
import { Refusal } from "./api";

/** The message of an error, in the language of the site. */
export function reason(fault: unknown): string {
  return fault instanceof Refusal ? inLanguage(fault.words) : t("shell.unreachable");
}
