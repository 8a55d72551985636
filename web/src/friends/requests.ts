/** What is asked of the server about friends, one function for each address. */
import { ask } from "../net/api";
import type { AskByName, Asked, FriendLink, FriendOffer, Friends, SetShown } from "../wire";

/** One's friends, and where they are. */
export const friends = (): Promise<Friends> => ask("GET", "/api/friends");

/** Set whether friends see where one is. */
export const setShown = (shown: boolean): Promise<void> =>
  ask("PATCH", "/api/friends", { shown } satisfies SetShown);

/** Ask somebody by the name of their account. */
export const askByName = (name: string): Promise<Asked> =>
  ask("POST", "/api/friends", { name } satisfies AskByName);

/** Ask somebody, or agree to who has asked. */
export const askFriend = (person: string): Promise<Asked> =>
  ask("PUT", `/api/friends/${encodeURIComponent(person)}`);

/** Take somebody off the list, take back that they were asked, or refuse what they have asked. */
export const endFriend = (person: string): Promise<void> =>
  ask("DELETE", `/api/friends/${encodeURIComponent(person)}`);

/** Block somebody. */
export const block = (person: string): Promise<void> =>
  ask("PUT", `/api/blocks/${encodeURIComponent(person)}`);

/** Take a block back. */
export const unblock = (person: string): Promise<void> =>
  ask("DELETE", `/api/blocks/${encodeURIComponent(person)}`);

/** One's own link. */
export const friendLink = (): Promise<FriendLink> => ask("GET", "/api/friends/link");

/** One's own link, made anew. */
export const newFriendLink = (): Promise<FriendLink> => ask("POST", "/api/friends/link");

/** Whose friend one can become by a link. */
export const friendOffer = (token: string): Promise<FriendOffer> =>
  ask("GET", `/api/friend-links/${encodeURIComponent(token)}`);

/** Become somebody's friend by their link. */
export const takeFriendLink = (token: string): Promise<void> =>
  ask("POST", `/api/friend-links/${encodeURIComponent(token)}`);
