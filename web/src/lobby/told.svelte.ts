/** The lobby as received over the site connection, while a page shows it. */
import type { Lobby, LobbyChanged, TableLine } from "../wire";

let told = $state.raw<Lobby | null>(null);

/** The current lobby; null: not connected, so that the page polls. */
export function toldLobby(): Lobby | null {
  return told;
}

/** Store the whole lobby; null: the feed has ended. */
export function knowLobby(lobby: Lobby | null): void {
  told = lobby;
}

/** Take what has changed in it. */
export function changeLobby({ tables, gone, sets, bots, playing }: LobbyChanged): void {
  if (!told) return;
  const old = new Set([...gone, ...tables.map(({ table }) => table)]);
  const kept = told.tables.filter(({ table }) => !old.has(table));
  told = {
    tables: [...tables, ...kept].toSorted((one, other) => rank(one) - rank(other)),
    sets: sets ?? told.sets,
    bots: bots ?? told.bots,
    playing,
  };
}

/** Tables where people wait for players first, then those with a free seat. */
const rank = ({ playing, people, free }: TableLine): number =>
  (playing || people.length === 0 ? 2 : 0) + (free === 0 ? 1 : 0);
