/** Whom one knows, as all parts of a page see it that ask for it. */
import { untrack } from "svelte";

import { reason } from "../net/faults";
import { met } from "../state/person.svelte";
import { toast } from "../ui/toasts.svelte";
import type { Asked, Friend, FriendLine, Friends } from "../wire";
import { t } from "../words/words.svelte";
import * as requests from "../requests";

/** How often it is asked for where friends are, in milliseconds. */
export const EVERY = 25_000;

let known = $state.raw<Friends | null>(null);

/** Whom one knows; null: that is not known yet. */
export function friends(): Friends | null {
  return known;
}

/** Ask whom one knows, and where they are. */
export async function look(): Promise<Friends> {
  await met();
  known = await requests.friends();
  return known;
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
