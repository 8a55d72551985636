/** Whom one knows, as all parts of a page see it that ask for it. */
import { untrack } from "svelte";

import { reason } from "../net/faults";
import { knowBlocked } from "../state/blocked.svelte";
import { met } from "../state/person.svelte";
import { toast } from "../ui/toasts.svelte";
import type { Asked, Friend, FriendLine, Friends, Whereabouts } from "../wire";
import { t } from "../words/words.svelte";
import * as requests from "../requests";

let known = $state.raw<Friends | null>(null);

/** Whom one knows; null: that is not known yet. */
export function friends(): Friends | null {
  return known;
}

/** Take what the server tells of whom one knows. */
export function know(friends: Friends | null): void {
  known = friends;
  knowBlocked(friends?.blocked.map(({ person }) => person) ?? []);
}

/** The places in which friends are shown: those who are here first. */
const ORDER: readonly Friend["where"][] = ["table", "here", "away"];

/** Take what the server tells of friends who are elsewhere than before. */
export function move(moved: readonly Whereabouts[]): void {
  if (!known) return;
  const now = new Map(moved.map((at) => [at.person, at]));
  const friends = known.friends.map((friend) => ({ ...friend, ...now.get(friend.person) }));
  friends.sort((one, other) => ORDER.indexOf(one.where) - ORDER.indexOf(other.where));
  known = { ...known, friends };
}

/** Ask whom one knows, and where they are, without waiting until it is told (`here.svelte.ts`). */
export async function look(): Promise<void> {
  await met();
  know(await requests.friends());
}

let looking: Promise<unknown> | null = null;

/** The same where it is not known yet: asked once, however many parts of a page want it. */
export async function looked(): Promise<void> {
  if (!untrack(friends)) await (looking ??= look().finally(() => (looking = null)));
}

/** What somebody is to this person. */
export type Bond = "friend" | "asking" | "asked" | "blocked" | "nobody";

/** What somebody is to this person; null: that is not known yet. */
export function bondWith(person: string): Bond | null {
  if (!known) return null;
  const has = (lines: readonly FriendLine[]): boolean => lines.some((at) => at.person === person);
  if (has(known.friends)) return "friend";
  if (has(known.asking)) return "asking";
  if (has(known.asked)) return "asked";
  return has(known.blocked) ? "blocked" : "nobody";
}

/** Ask somebody, or agree to who has asked; says what has come of it. */
export async function befriend(name: string, work: () => Promise<Asked>): Promise<void> {
  await change(async () => {
    const { friends: agreed } = await work();
    toast(t(agreed ? "friends.friends_now" : "friends.asked_now", { name }));
  });
}

/** Do something that changes whom one knows; says so when it is refused. */
export async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    await look();
  } catch (fault) {
    toast(reason(fault), "fault");
  }
}

/** Where a friend is, in words. */
export function whereabouts(friend: Friend): string {
  if (friend.where === "away") return t("friends.away");
  if (friend.where === "here") return t("friends.on_site");
  return friend.table
    ? t("friends.at_table", { title: friend.table.title })
    : t("friends.at_private_table");
}
