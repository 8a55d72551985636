import { inTongue, t } from "../words/words.svelte";
import { Refusal } from "./api";

/** Why something that was asked for did not happen, in the language of the site. */
export function reason(fault: unknown): string {
  return fault instanceof Refusal ? inTongue(fault.words) : t("shell.unreachable");
}
