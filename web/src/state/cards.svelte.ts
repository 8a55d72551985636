/** Whether cards are being played on this page, over which nothing is laid that can wait. */

let playing = $state(false);

/** Whether it is so now. */
export const atCards = (): boolean => playing;

/** Say whether it is so from now on. */
export function beAtCards(on: boolean): void {
  playing = on;
}
