/** The lobby as received over the site connection, while a page shows it. */
import type { Lobby, LobbyChanged, TableLine } from "../wire";

let current = $state.raw<Lobby | null>(null);

/** The current lobby; null: not connected, so that the page polls. */
export function liveLobby(): Lobby | null {
  return current;
}

/** Store the whole lobby; null: the feed has ended. */
export function setLobby(lobby: Lobby | null): void {
  current = lobby;
}

/** Apply a change of the lobby. */
export function applyLobbyChange({ tables, gone, sets, bots, playing }: LobbyChanged): void {
  if (!current) return;
  const old = new Set([...gone, ...tables.map(({ table }) => table)]);
  const kept = current.tables.filter(({ table }) => !old.has(table));
  current = {
    tables: [...tables, ...kept].toSorted((one, other) => rank(one) - rank(other)),
    sets: sets ?? current.sets,
    bots: bots ?? current.bots,
    playing,
  };
}

/** Tables where people wait for players first, then those with a free seat. */
const rank = ({ playing, people, free }: TableLine): number =>
  (playing || people.length === 0 ? 2 : 0) + (free === 0 ? 1 : 0);
