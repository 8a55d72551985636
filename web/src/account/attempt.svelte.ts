/** An action started by the user: whether it is under way, and the error when it failed. */
import { reason } from "../net/faults";
import { t } from "../words/words.svelte";
import { Unproven } from "./proof.svelte";

export class Attempt {
  busy = $state(false);
  fault: unknown = $state.raw(null);

  /** The error in the language of the site; empty without an error. */
  get words(): string {
    return this.fault === null ? "" : why(this.fault);
  }

  /** Run it; returns whether it succeeded. */
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

/** The error text of an account action; browsers have their own errors for passkeys. */
export function why(fault: unknown): string {
  if (!(fault instanceof DOMException)) return reason(fault);
  return fault.name === "InvalidStateError"
    ? t("account.passkey_there")
    : t("account.passkey_cancelled");
}
