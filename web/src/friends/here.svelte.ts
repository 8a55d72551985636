/** The connection to the site: while the page is visible, it receives news for its user. */
import { me } from "../net/api";
import { isEnding } from "../net/endings";
import { ReconnectingSocket } from "../net/socket";
import { applyLobbyChange, setLobby } from "../lobby/liveLobby.svelte";
import { route } from "../routing.svelte";
import { person } from "../state/person.svelte";
import type { ToPage } from "../wire";
import { know, move } from "./friends.svelte";
import { knowInvitations } from "./invitations.svelte";

/** Maximum silence of the connection in milliseconds; the server sends more often. */
const QUIET = 110_000;

/** Be here as long as the component lives and the page is seen. */
export function beHere(): void {
  let seen = $state(!document.hidden);
  const whose = $derived(person()?.person);
  const inLobby = $derived(route().page === "lobby");
  $effect(() => {
    const look = (): void => void (seen = !document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  $effect(() => {
    if (!seen || !whose) return;
    const line = lay(inLobby);
    return () => {
      line.close();
      setLobby(null);
    };
  });
  $effect(() => {
    void whose;
    return () => {
      know(null); // what is known of friends is another's
      knowInvitations(null);
    };
  });
}

/**
 * Open the connection.
 *
 * @param lobby - whether to subscribe to the lobby, too.
 */
function lay(lobby: boolean): ReconnectingSocket<ToPage> {
  const { protocol, host } = window.location;
  const address = `${protocol === "https:" ? "wss" : "ws"}://${host}/api/socket${lobby ? "?lobby=1" : ""}`;
  const line = new ReconnectingSocket<ToPage>(
    { connect: () => new WebSocket(address), identify: me, random: Math.random, quiet: QUIET },
    {
      opened: () => undefined,
      lost: () => setLobby(null),
      heard: (messages) => {
        for (const message of messages) {
          if (message.type === "friends") know(message.known);
          else if (message.type === "moved") move(message.moved);
          else if (message.type === "invitations") knowInvitations(message.invitations);
          else if (message.type === "lobby") setLobby(message.lobby);
          else if (message.type === "lobby_changed") applyLobbyChange(message);
          else if (message.type === "bye" && isEnding(message.code)) line.close();
        }
      },
    },
  );
  return line;
}
