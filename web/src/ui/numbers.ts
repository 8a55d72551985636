/** Numbers as people read them. */

/** Minutes and seconds, as a clock shows them. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A whole number with its sign; `−` is as wide as `+`. */
export function signed(value: number): string {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : `${whole}`.replace("-", "−");
}
