/** Invitations of friends to this user, shown on every page, and the user's own invitations. */
import { reason } from "../net/faults";
import * as requests from "../requests";
import type { Route } from "../pages";
import { go } from "../routing.svelte";
import { atCards } from "../state/cards.svelte";
import { preferences } from "../state/preferences.svelte";
import { toast } from "../ui/toasts.svelte";
import type { Invitation, Invitations, Invite } from "../wire";
import { t } from "../words/words.svelte";

let known = $state.raw<Invitations | null>(null);

/** Store the invitations that the server sends. */
export function knowInvitations(invitations: Invitations | null): void {
  known = invitations;
}

/** A kind of place: its page and the text of an invitation. */
interface PlaceKind {
  readonly page: (place: string) => Route;
  readonly asks: (invitation: Invitation) => string;
}

/** The kinds of places; a new kind is an entry here. */
const PLACES: Readonly<Record<Invite["kind"], PlaceKind>> = {
  table: {
    page: (table) => ({ page: "table", table }),
    asks: ({ name, title }) =>
      title
        ? t("friends.invites_to_table", { name, title })
        : t("friends.invites_to_own_table", { name }),
  },
  evening: {
    page: (evening) => ({ page: "evening", evening }),
    asks: ({ name, title }) => t("friends.invites_to_evening", { name, title }),
  },
  night: {
    page: (night) => ({ page: "night", night }),
    asks: ({ name, title }) =>
      title
        ? t("friends.invites_to_night", { name, title })
        : t("friends.invites_to_some_night", { name }),
  },
};

/** The page of an invitation's place. */
export const pageOf = ({ kind, place }: Invitation): Route => PLACES[kind].page(place);

/** The text of an invitation. */
export const asks = (invitation: Invitation): string => PLACES[invitation.kind].asks(invitation);

/** The invitations to show now, without those from people who are muted here. */
export function shownInvitations(): readonly Invitation[] {
  if (atCards()) return [];
  return known?.received.filter(({ person }) => !preferences.muted.includes(person)) ?? [];
}

/** The invitation of a friend to a place; undefined: there is none. */
export const sentTo = (person: string, kind: Invite["kind"], place: string) =>
  known?.sent.find((at) => at.person === person && at.kind === kind && at.place === place);

/** Invite a friend; shows the error if it is refused. */
export async function invite(wish: Invite): Promise<void> {
  try {
    await requests.invite(wish);
    knowInvitations(await requests.invitations());
  } catch (fault) {
    toast(reason(fault), "fault");
  }
}

/** Answer an invitation; accepting it opens the place. */
export async function answer(invitation: Invitation, come: boolean): Promise<void> {
  try {
    await requests.answerInvitation(invitation.id, { come });
    if (known) {
      const received = known.received.filter(({ id }) => id !== invitation.id);
      known = { ...known, received };
    }
    if (come) go(pageOf(invitation));
  } catch (fault) {
    toast(reason(fault), "fault");
  }
}
