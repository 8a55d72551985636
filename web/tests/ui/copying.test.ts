import { afterEach, expect, it, vi } from "vitest";

import { copy } from "../../src/ui/copying";

afterEach(() => vi.unstubAllGlobals());

it("copies by the clipboard where the page may use it, and says when it may not", async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copy("codes", document.body)).toBe(true);
  expect(await copy("codes", document.body)).toBe(false);
  expect(writeText).toHaveBeenCalledWith("codes");
});

it("copies what it selects where there is no clipboard, and gives the focus back", async () => {
  vi.stubGlobal("navigator", {});
  document.body.innerHTML = "<dialog open><button></button></dialog>";
  const [dialog, button] = [document.querySelector("dialog")!, document.querySelector("button")!];
  button.focus();
  let selected = "";
  document.execCommand = vi.fn(() => {
    selected = (dialog.querySelector("textarea") as HTMLTextAreaElement).value;
    return true;
  });
  expect(await copy("eight codes", dialog)).toBe(true);
  expect(selected).toBe("eight codes");
  expect(dialog.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(button);
});
