import { beforeEach, describe, expect, it, vi } from "vitest";

import { LayerStack, type Past } from "../../src/ui/layers.svelte";

/** A browser's history: entries, of which one is shown; going there takes a moment. */
class Entries implements Past {
  entries: { address: string; state: unknown }[] = [{ address: "#/before", state: null }];
  at = 0;
  stack!: LayerStack;

  get state(): unknown {
    return this.entries[this.at]?.state;
  }
  get shown(): [string, unknown] {
    const { address, state } = this.entries[this.at]!;
    return [address, (state as { layers: number } | null)?.layers ?? 0];
  }
  pushState(state: unknown): void {
    const { address } = this.entries[this.at]!;
    this.entries = [...this.entries.slice(0, ++this.at), { address, state }];
  }
  go(steps: number): void {
    setTimeout(() => {
      this.at = Math.min(Math.max(0, this.at + steps), this.entries.length - 1);
      this.stack.moved();
    });
  }
  replace(address: string): void {
    this.entries[this.at] = { address, state: null };
    this.stack.moved();
  }
  async press(steps: number): Promise<void> {
    this.go(steps);
    await settled();
  }
}

const settled = () => new Promise((done) => setTimeout(done, 20));

let past: Entries;
let stack: LayerStack;
let open: string[];

/** Lay a layer that is taken away as soon as it is closed, as components are. */
function lay(name: string, laying = {}): { close: () => void; element: HTMLElement } {
  const element = document.createElement("dialog");
  const close = (): void => {
    open = open.filter((other) => other !== name);
    pop();
  };
  const pop = stack.push(element, close, laying);
  open.push(name);
  return { close, element };
}

beforeEach(() => {
  past = new Entries();
  past.entries.push({ address: "#/table", state: null });
  past.at = 1;
  stack = past.stack = new LayerStack(past, (address) => past.replace(address));
  open = [];
});

describe("Back", () => {
  it("closes the top layer, and leaves the page when there is none", async () => {
    lay("menu");
    lay("help");
    await settled();
    expect(past.shown).toEqual(["#/table", 2]);
    await past.press(-1);
    expect([open, past.shown]).toEqual([["menu"], ["#/table", 1]]);
    await past.press(-1);
    expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
    await past.press(-1);
    expect(past.shown).toEqual(["#/before", 0]);
  });

  it("leaves the page under a layer that opened by itself, until that is touched", async () => {
    const { element } = lay("result", { asked: false });
    await settled();
    expect(past.shown).toEqual(["#/table", 0]);
    element.dispatchEvent(new Event("pointerdown"));
    await settled();
    expect(past.shown).toEqual(["#/table", 1]);
    await past.press(-1);
    expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
  });

  it("closes a result that lies over a sheet, and then the sheet", async () => {
    lay("chat");
    lay("result", { asked: false });
    await settled();
    await past.press(-1);
    expect([open, past.shown]).toEqual([["chat"], ["#/table", 1]]);
    await past.press(-1);
    expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
  });

  it("closes nothing under a layer that stays", async () => {
    lay("sheet");
    lay("codes", { undismissable: true });
    await settled();
    await past.press(-1);
    expect([open, past.shown]).toEqual([
      ["sheet", "codes"],
      ["#/table", 1],
    ]);
    expect(stack.close()).toBe(true);
    expect(open).toEqual(["sheet", "codes"]);
  });
});

it("leaves no entry behind a layer that is closed otherwise", async () => {
  const { close } = lay("menu");
  await settled();
  close();
  await settled();
  expect(past.shown).toEqual(["#/table", 0]);
  // Forward leads to what is no longer there, and is undone.
  await past.press(1);
  expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
  lay("score");
  await settled();
  stack.close();
  await settled();
  expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
  expect(stack.close()).toBe(false);
});

it("gives the entry of a layer to the one that takes its place", async () => {
  const { close } = lay("menu");
  await settled();
  const pushed = vi.spyOn(past, "pushState");
  const gone = vi.spyOn(past, "go");
  close();
  lay("people");
  await settled();
  expect([pushed.mock.calls, gone.mock.calls]).toEqual([[], []]);
  await past.press(-1);
  expect([open, past.shown]).toEqual([[], ["#/table", 0]]);
});

it("keeps up with layers that come while the browser goes back", async () => {
  const { close } = lay("menu");
  await settled();
  close();
  await Promise.resolve();
  lay("chat");
  await settled();
  expect([open, past.shown]).toEqual([["chat"], ["#/table", 1]]);
});

it("goes on to another page from below the layers", async () => {
  lay("menu");
  lay("account");
  await settled();
  stack.visit("#/lobby");
  await settled();
  expect([open, past.shown]).toEqual([[], ["#/lobby", 0]]);
  await past.press(-1);
  expect(past.shown).toEqual(["#/table", 0]);
  await past.press(1);
  expect(past.shown).toEqual(["#/lobby", 0]);
});

it("forgets the layers of a page that is loaded again", async () => {
  lay("menu");
  await settled();
  stack = past.stack = new LayerStack(past, (address) => past.replace(address));
  await settled();
  expect(past.shown).toEqual(["#/table", 0]);
});
