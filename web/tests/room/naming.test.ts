import { beforeEach, expect, it, vi } from "vitest";

import * as requests from "../../src/requests";
import { ask } from "../../src/room/asking";
import { naming, sitDown } from "../../src/room/naming.svelte";
import { know } from "../../src/state/person.svelte";
import type { LiveTable } from "../../src/state/table.svelte";

vi.mock("../../src/room/asking", () => ({ ask: vi.fn(() => Promise.resolve(true)) }));

const live = {} as LiveTable;
const guest = {
  person: "p",
  name: "Guest 1",
  role: null,
  bot: false,
  muted: null,
  banned: null,
  level: 3,
  tables: [],
};
const rename = vi.spyOn(requests, "rename");

beforeEach(() => {
  vi.clearAllMocks();
  naming.typed = "Mei";
});

it("a guest sits down under the name that is typed", async () => {
  know(guest);
  rename.mockResolvedValue({ ...guest, name: "Mei" });
  expect(await sitDown(live, 2)).toBe(true);
  expect(rename).toHaveBeenCalledWith({ name: "Mei" });
  expect(ask).toHaveBeenCalledWith(live, { do: "sit", seat: 2 });
  expect(naming.typed).toBeNull();
});

it("an account keeps its name, whatever was typed before it was signed in", async () => {
  know({ ...guest, name: "Wu Song", role: "player" });
  expect(await sitDown(live, 2)).toBe(true);
  expect(rename).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledTimes(1);
});
