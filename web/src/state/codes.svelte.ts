/** Recovery codes that have been made and not been kept yet; the server never shows them again. */

let shown = $state.raw<readonly string[]>([]);

/** The codes that are still to be kept; none: nothing has to be. */
export function unkept(): readonly string[] {
  return shown;
}

/** Show new codes, until the person says that they are kept. */
export function show(codes: readonly string[]): void {
  shown = codes;
}

/** The codes are kept. */
export function kept(): void {
  shown = [];
}
