/**
 * Let the user save the content of an address as a file.
 *
 * Not by navigation: a browser cancels it when it goes back, as it does when a menu closes.
 *
 * @param name - the file's name; empty: as the server names it.
 */
export function saveFrom(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Let the user save data as a file. */
export function save(name: string, what: Blob): void {
  const address = URL.createObjectURL(what);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Let the user save a text as a file. */
export const saveText = (name: string, text: string): void =>
  save(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
