import { Resource } from "../net/resource.svelte";

/** Questions one after the other: the current one stays until the next is loaded. */
export class QuestionLoader<Q> extends Resource<Q> {
  /** Whether the current question follows the one before, and was not chosen in its place. */
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
   * @param follows - whether it follows the one before, and is not chosen in its place.
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
