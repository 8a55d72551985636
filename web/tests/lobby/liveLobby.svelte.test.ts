import { beforeEach, expect, test } from "vitest";

import { applyLobbyChange, setLobby, liveLobby } from "../../src/lobby/liveLobby.svelte";
import type { Lobby, TableLine } from "../../src/wire";

const line = (table: string, more: Partial<TableLine> = {}): TableLine =>
  ({ table, playing: false, people: ["Ann"], free: 3, ...more }) as TableLine;
const lobby = (...tables: TableLine[]): Lobby => ({ tables, bots: [], sets: [], playing: 1 });
const same = { type: "lobby_changed" as const, gone: [], sets: null, bots: null, playing: 1 };
const shown = () => liveLobby()?.tables.map(({ table }) => table);

beforeEach(() => setLobby(null));

test("what has changed comes first among those like it, and what is gone goes", () => {
  setLobby(lobby(line("waits"), line("gone"), line("plays", { playing: true })));
  applyLobbyChange({ ...same, tables: [line("new"), line("full", { free: 0 })], gone: ["gone"] });
  expect(shown()).toEqual(["new", "waits", "full", "plays"]);
  applyLobbyChange({ ...same, tables: [line("new", { playing: true })] });
  expect(shown()).toEqual(["waits", "full", "new", "plays"]);
});

test("what is not told stays as it was", () => {
  const bots = [{ bot: "easy", seconds: 0, level: null, rating: null, name: null, says: null }];
  setLobby({ ...lobby(), bots });
  applyLobbyChange({ ...same, tables: [], playing: 7 });
  expect(liveLobby()).toEqual({ ...lobby(), bots, playing: 7 });
});

test("a change tells nothing to a page that does not know the lobby", () => {
  applyLobbyChange({ ...same, tables: [line("new")] });
  expect(liveLobby()).toBeNull();
});
