/** Remaining time in milliseconds as text: `12:05`, and `-0:40` after the end. */
export function shownTime(left: number): string {
  const seconds = left > 0 ? Math.ceil(left / 1000) : Math.floor(-left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  const head = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${left > 0 || seconds === 0 ? "" : "−"}${head}:${tail}`;
}
