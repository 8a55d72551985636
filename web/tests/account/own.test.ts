import { afterEach, expect, test, vi } from "vitest";

import { updateAccount, forget, look, own } from "../../src/account/own.svelte";
import * as requests from "../../src/requests";
import type { AccountState } from "../../src/wire";

const named = (name: string): AccountState => ({ name }) as AccountState;

let tell: (state: AccountState) => void;
vi.spyOn(requests, "myAccount").mockImplementation(() => new Promise((answer) => (tell = answer)));

afterEach(forget);

test("what is told of a change stays, though a look from before is answered later", async () => {
  const looked = look();
  await updateAccount(Promise.resolve(named("after")));
  tell(named("before"));
  await looked;
  expect(own()?.name).toBe("after");
});

test("nothing is told of who was here before", async () => {
  const looked = look();
  forget();
  tell(named("somebody else"));
  await looked;
  expect(own()).toBeNull();
});
