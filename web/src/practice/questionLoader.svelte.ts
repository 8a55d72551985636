import { Resource } from "../net/resource.svelte";

/** A sequence of questions; the current question stays until the next is loaded. */
export class QuestionLoader<Q> extends Resource<Q> {
  /** Whether the current question follows another, rather than replaces it. */
  follows = $state(false);

  readonly #ask: () => Promise<Q>;
  readonly #begin: () => void;

  /**
   * @param ask - loads the next question.
   * @param begin - is called when it is loaded, before it is shown.
   */
  constructor(ask: () => Promise<Q>, begin: () => void) {
    super();
    this.#ask = ask;
    this.#begin = begin;
  }

  /**
   * Load the next question.
   *
   * @param follows - whether it follows the current question, rather than replaces it.
   */
  async next(follows = false): Promise<void> {
    await this.load(this.#ask, {
      accept: () => {
        this.#begin();
        this.follows = follows;
      },
    });
  }
}
