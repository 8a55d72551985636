/** The lobby as the server tells it over the line of the site, while a page shows it. */
import type { Lobby, LobbyChanged, TableLine } from "../wire";

let told = $state.raw<Lobby | null>(null);

/** The lobby as it is now; null: nobody tells it, so that it is to be asked for. */
export function toldLobby(): Lobby | null {
  return told;
}

/** Take the whole lobby; null: from now on nobody tells it. */
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

/** Tables with people who wait for others first, then those where anybody can still come in. */
const rank = ({ playing, people, free }: TableLine): number =>
  (playing || people.length === 0 ? 2 : 0) + (free === 0 ? 1 : 0);
