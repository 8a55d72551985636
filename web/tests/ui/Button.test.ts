import { readdirSync, readFileSync } from "node:fs";
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";

import Button from "../../src/ui/Button.svelte";

const children = createRawSnippet(() => ({ render: () => "<b>Play now</b>" }));

it("a button shows that it waits for what it began, and begins nothing else meanwhile", async () => {
  let [asked, answer] = [0, (): void => undefined];
  const onclick = (): Promise<void> => {
    asked++;
    return new Promise((done) => (answer = done));
  };
  const target = document.body.appendChild(document.createElement("div"));
  const shown = mount(Button, { target, props: { onclick, children } });
  const button = target.querySelector("button")!;
  const waits = (): string | null => (flushSync(), button.getAttribute("aria-busy"));
  expect(waits()).toBe("false");
  button.click();
  expect(waits()).toBe("true");
  button.click();
  expect(asked).toBe(1);
  answer();
  await Promise.resolve().then(() => Promise.resolve());
  expect(waits()).toBe("false");
  button.click();
  expect(asked).toBe(2);
  void unmount(shown);
});

it("no button drops the promise of what it began", () => {
  const components = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".svelte"),
  );
  const dropping = components.filter((file) =>
    /<(Icon)?Button\b(?:(?!<\/)[^])*?onclick=\{\(\) => void /.test(
      readFileSync(`src/${file}`, "utf8"),
    ),
  );
  expect(dropping).toEqual([]);
});
