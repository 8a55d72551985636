/** The user's relationships, shared by all parts of the page. */
import { untrack } from "svelte";

import { reason } from "../net/faults";
import { knowBlocked } from "../state/blocked.svelte";
import { met } from "../state/person.svelte";
import { toast } from "../ui/toasts.svelte";
import type { Asked, Friend, FriendLine, Friends, Whereabouts } from "../wire";
import { t } from "../words/words.svelte";
import * as requests from "../requests";

let known = $state.raw<Friends | null>(null);

/** The user's relationships; null: not loaded yet. */
export function friends(): Friends | null {
  return known;
}

/** Store the relationships that the server sends. */
export function know(friends: Friends | null): void {
  known = friends;
  knowBlocked(friends?.blocked.map(({ person }) => person) ?? []);
}

/** Order of friends by place: those at tables first. */
const ORDER: readonly Friend["where"][] = ["table", "here", "away"];

/** Update the whereabouts of friends that the server sends. */
export function move(moved: readonly Whereabouts[]): void {
  if (!known) return;
  const now = new Map(moved.map((at) => [at.person, at]));
  const friends = known.friends.map((friend) => ({ ...friend, ...now.get(friend.person) }));
  friends.sort((one, other) => ORDER.indexOf(one.where) - ORDER.indexOf(other.where));
  known = { ...known, friends };
}

/** Load the relationships now, without waiting for the feed (`here.svelte.ts`). */
export async function look(): Promise<void> {
  await met();
  know(await requests.friends());
}

let looking: Promise<unknown> | null = null;

/** Load the relationships if they are unknown; concurrent calls share one request. */
export async function ensureFriends(): Promise<void> {
  if (!untrack(friends)) await (looking ??= look().finally(() => (looking = null)));
}

/** The relationship between a person and the user. */
export type Bond = "friend" | "asking" | "asked" | "blocked" | "nobody";

/** The relationship between a person and the user; null: not loaded yet. */
export function bondWith(person: string): Bond | null {
  if (!known) return null;
  const has = (lines: readonly FriendLine[]): boolean => lines.some((at) => at.person === person);
  if (has(known.friends)) return "friend";
  if (has(known.asking)) return "asking";
  if (has(known.asked)) return "asked";
  return has(known.blocked) ? "blocked" : "nobody";
}

/** Send a friend request, or accept one; shows the result. */
export async function befriend(name: string, work: () => Promise<Asked>): Promise<void> {
  await change(async () => {
    const { friends: agreed } = await work();
    toast(t(agreed ? "friends.friends_now" : "friends.asked_now", { name }));
  });
}

/** Run a change of the relationships; shows the error if it is refused. */
export async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    await look();
  } catch (fault) {
    toast(reason(fault), "fault");
  }
}

/** The whereabouts of a friend, in words. */
export function whereabouts(friend: Friend): string {
  if (friend.where === "away") return t("friends.away");
  if (friend.where === "here") return t("friends.on_site");
  return friend.table
    ? t("friends.at_table", { title: friend.table.title })
    : t("friends.at_private_table");
}
