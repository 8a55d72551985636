/** The options of a load. */
interface Loading<T> {
  /** Delay before the request, in milliseconds; a newer load replaces it. */
  readonly delay?: number;
  /** Called with the answer right before it becomes the value. */
  readonly accept?: (value: T) => void;
}

/** A value from the server; only the answer to the latest request counts. */
export class Resource<T> {
  /** The latest answer; null: none yet. */
  value = $state.raw<T | null>(null);
  /** The error of the latest request; null: none. */
  fault = $state.raw<unknown>(null);
  /** Whether a request is under way. */
  busy = $state(false);

  #latest: AbortController | null = null;

  /**
   * Load the value; it stays as it is until the answer is there.
   *
   * @param request - gets a signal that is aborted when a newer request replaces it.
   * @returns whether no newer request has replaced it.
   */
  async load(
    request: (signal: AbortSignal) => Promise<T>,
    { delay = 0, accept }: Loading<T> = {},
  ): Promise<boolean> {
    this.cancel();
    const { signal } = (this.#latest = new AbortController());
    this.busy = true;
    try {
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      if (signal.aborted) return false;
      const value = await request(signal);
      if (signal.aborted) return false;
      accept?.(value);
      this.value = value;
      this.fault = null;
    } catch (fault) {
      if (signal.aborted) return false;
      this.fault = fault;
    }
    this.busy = false;
    return true;
  }

  /** Replace the value; the answer to an open request is dropped. */
  set(value: T | null): void {
    this.cancel();
    this.value = value;
  }

  /** Drop the answer to an open request. */
  cancel(): void {
    this.#latest?.abort();
    this.busy = false;
  }
}

/** A list that is loaded page by page; the value is the latest page with the items of all of them. */
export class PagedResource<
  K extends string,
  P extends Readonly<Record<K, readonly unknown[]>>,
> extends Resource<P> {
  readonly #items: K;
  readonly #ask: (last: P | null) => Promise<P>;

  /**
   * @param items - the name of the page's field that holds its items.
   * @param ask - requests the page after the given one; null: the first page.
   */
  constructor(items: K, ask: (last: P | null) => Promise<P>) {
    super();
    this.#items = items;
    this.#ask = ask;
  }

  /** Load the first page in place of all that are there. */
  first(): Promise<boolean> {
    return this.#load(null);
  }

  /** Load the next page, unless a page is on its way. */
  async more(): Promise<void> {
    if (!this.busy) await this.#load(this.value);
  }

  #load(last: P | null): Promise<boolean> {
    this.fault = null;
    return this.load(async () => {
      const page = await this.#ask(last);
      if (!last) return page;
      return { ...page, [this.#items]: [...last[this.#items], ...page[this.#items]] };
    });
  }
}
