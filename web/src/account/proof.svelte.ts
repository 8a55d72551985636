/**
 * Recent re-authentication: the server asks the owner for a proof, and the request is sent again.
 */
import { Refusal } from "../net/api";

/** The person has thought better of it. */
export class Unproven extends Error {}

interface Question {
  readonly proved: () => void;
  readonly unproved: () => void;
}

let asked = $state.raw<Question | null>(null);

/** Whether a proof is asked for now. */
export function proving(): boolean {
  return asked !== null;
}

/** The owner has shown to be there, or will not. */
export function answerProof(proved: boolean): void {
  const question = asked;
  asked = null;
  if (proved) question?.proved();
  else question?.unproved();
}

/**
 * Run a request; if the server asks for a proof, run it again with the proof.
 *
 * @throws Unproven - the user gives no proof.
 */
export async function proven<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.code === "prove")) throw fault;
  }
  await askProof();
  return act();
}

/**
 * Ask the owner for a proof; it is given when this returns.
 *
 * @throws Unproven - none is given.
 */
export function askProof(): Promise<void> {
  return new Promise<void>((proved, refuse) => {
    answerProof(false); // only one dialog at a time
    asked = { proved, unproved: () => refuse(new Unproven()) };
  });
}
