/** Something that is asked for by a press, whether it is under way, and why it did not happen. */
import { reason } from "../net/faults";
import { t } from "../words/words.svelte";
import { Unproven } from "./proof.svelte";

export class Attempt {
  busy = $state(false);
  fault: unknown = $state.raw(null);

  /** Why it did not happen, in the language of the site; empty when nothing went wrong. */
  get words(): string {
    return this.fault === null ? "" : why(this.fault);
  }

  /** Do it; says whether it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = null;
    try {
      await work();
    } catch (fault) {
      this.fault = fault instanceof Unproven ? null : fault;
      return false;
    } finally {
      this.busy = false;
    }
    return true;
  }
}

/** Why something with accounts did not happen: the browser has its own reasons with passkeys. */
export function why(fault: unknown): string {
  if (!(fault instanceof DOMException)) return reason(fault);
  return fault.name === "InvalidStateError"
    ? t("account.passkey_there")
    : t("account.passkey_cancelled");
}
