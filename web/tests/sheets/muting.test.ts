import { expect, test } from "vitest";

import { know } from "../../src/friends/friends.svelte";
import { areWordsHidden, mute, isSilenced } from "../../src/sheets/muting";
import { preferences } from "../../src/state/preferences.svelte";

const line = (person: string) => ({ person, name: person, account: false, since: 0 });

test("who is muted here, or blocked, is neither read nor heard", () => {
  preferences.speech = true;
  const said = (): boolean[] => ["ann", "bob", "cem"].map(areWordsHidden);
  expect(said()).toEqual([false, false, false]);
  mute("ann", true);
  know({ friends: [], asking: [], asked: [], blocked: [line("bob")], shown: true });
  expect(said()).toEqual([true, true, false]);
  expect(["ann", "bob", "cem"].map((person) => isSilenced({ person }))).toEqual(said());
  mute("ann", false);
  know({ friends: [], asking: [], asked: [], blocked: [], shown: true });
  expect(said()).toEqual([false, false, false]);
});
