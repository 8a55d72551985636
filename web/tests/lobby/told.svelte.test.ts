import { beforeEach, expect, test } from "vitest";

import { changeLobby, knowLobby, toldLobby } from "../../src/lobby/told.svelte";
import type { Lobby, TableLine } from "../../src/wire";

const line = (table: string, more: Partial<TableLine> = {}): TableLine =>
  ({ table, playing: false, people: ["Ann"], free: 3, ...more }) as TableLine;
const lobby = (...tables: TableLine[]): Lobby => ({ tables, bots: [], sets: [], playing: 1 });
const same = { type: "lobby_changed" as const, gone: [], sets: null, bots: null, playing: 1 };
const shown = () => toldLobby()?.tables.map(({ table }) => table);

beforeEach(() => knowLobby(null));

test("what has changed comes first among those like it, and what is gone goes", () => {
  knowLobby(lobby(line("waits"), line("gone"), line("plays", { playing: true })));
  changeLobby({ ...same, tables: [line("new"), line("full", { free: 0 })], gone: ["gone"] });
  expect(shown()).toEqual(["new", "waits", "full", "plays"]);
  changeLobby({ ...same, tables: [line("new", { playing: true })] });
  expect(shown()).toEqual(["waits", "full", "new", "plays"]);
});

test("what is not told stays as it was", () => {
  const bots = [{ bot: "easy", seconds: 0 }];
  knowLobby({ ...lobby(), bots });
  changeLobby({ ...same, tables: [], playing: 7 });
  expect(toldLobby()).toEqual({ ...lobby(), bots, playing: 7 });
});

test("a change tells nothing to a page that does not know the lobby", () => {
  changeLobby({ ...same, tables: [line("new")] });
  expect(toldLobby()).toBeNull();
});
