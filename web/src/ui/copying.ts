/**
 * Copy a text; returns whether it was copied.
 *
 * Only pages over https may use the clipboard, and at home the site often has none. There the text
 * is copied from a selection, beside a focusable element.
 */
export async function copy(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copiedBySelection(text, beside);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copiedBySelection(text: string, beside: HTMLElement): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.className = "unseen";
  area.value = text;
  beside.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
