/**
 * Let the person save what is at an address as a file.
 *
 * Not by going there: a browser gives that up when it goes back, as it does when a menu closes.
 *
 * @param name - what it is called; as the server says, if it is empty.
 */
export function saveFrom(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Let the person save something as a file. */
export function save(name: string, what: Blob): void {
  const address = URL.createObjectURL(what);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The same with a text. */
export const saveText = (name: string, text: string): void =>
  save(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
