/** Notices of a table, in words. */
import { cardNames } from "../cards/naming";
import type { Notice } from "../state/table.svelte";
import type { Reader } from "../table/people";
import type { ProposalEnded, StoodIn } from "../wire";
import { t } from "../words/words.svelte";
import { sightSet } from "./sight";

/** The text of a notice; empty where the reader sees the event anyway. */
export function noticeWords(notice: Notice, reader: Pick<Reader, "seat" | "company">): string {
  switch (notice.type) {
    case "proposal_ended":
      return endingWords(notice, reader);
    case "sight_set":
      return sightSet(notice.sight, notice.next_hand);
    case "declare_over":
      return t("table.declare_over");
    case "stood_in":
      return meanwhile(notice.decisions);
  }
}

/** Maximum plays named in a sentence; of more, only the number is given. */
const NAMED = 3;

function meanwhile(decisions: readonly StoodIn[]): string {
  const plays = decisions.filter(({ cards }) => cards.length > 0);
  if (plays.length === 0) return t("room.stood_in_other");
  return plays.length > NAMED
    ? t("room.stood_in_often", { count: plays.length })
    : t("room.stood_in", { cards: cardNames(plays.flatMap(({ cards }) => cards)) });
}

function endingWords(
  { what, seat, outcome }: ProposalEnded,
  reader: Pick<Reader, "seat" | "company">,
): string {
  switch (outcome) {
    case "agreed":
      // Among bots there was no vote; and the end of a match has its own text.
      if (!reader.company || what === "concede" || what === "end") return "";
      return t(what === "take_back" ? "room.taken_back" : "room.claim_accepted");
    case "declined":
      return t(what.startsWith("claim") ? "room.claim_declined" : "room.not_agreed");
    case "withdrawn":
      return seat === reader.seat ? "" : t("room.proposal_void");
    case "played":
      return t("room.proposal_played");
    case "off":
      return t("room.proposal_void");
    case "over":
      return "";
  }
}
