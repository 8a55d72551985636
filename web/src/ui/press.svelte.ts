/** The action of a pressed button. */
export class Press {
  /** Whether the action is under way. */
  pending = $state(false);

  /** @param begun - what a handler has returned: of a promise, it is under way until that settles. */
  run(begun: unknown): void {
    if (!(begun instanceof Promise)) return;
    this.pending = true;
    void begun.finally(() => (this.pending = false));
  }
}
