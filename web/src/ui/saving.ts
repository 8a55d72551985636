/** Let the person save something as a file. */
export function save(name: string, what: Blob): void {
  const address = URL.createObjectURL(what);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The same with a text. */
export const saveText = (name: string, text: string): void =>
  save(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
