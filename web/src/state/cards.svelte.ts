/** Whether cards are played on this page, which notices that can wait must not cover. */

let playing = $state(false);

/** Whether cards are played now. */
export const atCards = (): boolean => playing;

/** Set whether cards are played. */
export function setPlayingCards(on: boolean): void {
  playing = on;
}
