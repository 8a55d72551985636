/** Answers may come in another order than they were asked for: only that of the last counts. */

/**
 * Takes turns at asking.
 *
 * @returns a function to be called before each question. It gives one that says, when the answer is
 *   there, whether nothing was asked since: else the answer is of another moment, and comes too late.
 */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    const turn = ++last;
    return () => turn === last;
  };
}
