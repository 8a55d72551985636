/** New recovery codes that are not confirmed as saved; the server never shows them again. */

let shown = $state.raw<readonly string[]>([]);

/** The codes that the user has not confirmed as saved. */
export function unsavedCodes(): readonly string[] {
  return shown;
}

/** Show new codes until the user confirms that they are saved. */
export function show(codes: readonly string[]): void {
  shown = codes;
}

/** Confirm that the codes are saved. */
export function confirmSaved(): void {
  shown = [];
}
