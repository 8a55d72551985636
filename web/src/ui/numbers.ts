/** Numbers as people read them. */

/** How much more or less something is, in whole numbers with their sign; `−` is as wide as `+`. */
export function signed(value: number): string {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : `${whole}`.replace("-", "−");
}
