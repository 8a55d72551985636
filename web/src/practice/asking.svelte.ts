/** Questions one after the other: what was asked last stays until the next is there. */
export class QuestionLoader<Q> {
  /** What is asked; null: nothing yet. */
  now = $state.raw<Q | null>(null);
  /** Why the next could not be asked; null: it could, or is still on its way. */
  fault = $state.raw<unknown>(null);
  /** Whether the next is on its way. */
  busy = $state(false);
  /** Whether the one that is asked was gone on to from the one before. */
  follows = $state(false);

  readonly #ask: () => Promise<Q>;
  readonly #begin: () => void;
  #times = 0;

  /**
   * @param ask - fetches the next.
   * @param begin - is called when it is there, before it can be seen.
   */
  constructor(ask: () => Promise<Q>, begin: () => void) {
    this.#ask = ask;
    this.#begin = begin;
  }

  /**
   * Ask the next; of several on their way only the last counts.
   *
   * @param follows - whether one goes on to it from the one before, and does not choose another.
   */
  async next(follows = false): Promise<void> {
    const time = ++this.#times;
    this.busy = true;
    const found = await this.#ask().then(
      (question) => ({ question, fault: null }),
      (fault: unknown) => ({ question: null, fault }),
    );
    if (time !== this.#times) return;
    this.busy = false;
    this.fault = found.fault;
    if (found.question === null) return;
    this.#begin();
    this.follows = follows;
    this.now = found.question;
  }
}
