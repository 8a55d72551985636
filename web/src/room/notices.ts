/** Notices of a table, in words. */
import type { Notice } from "../state/table.svelte";
import type { Reader } from "../table/people";
import type { ProposalEnded } from "../wire";
import { t } from "../words/words.svelte";
import { sightSet } from "./sight";

/** What is said of a notice; empty where the reader sees it anyway. */
export function noticeWords(notice: Notice, reader: Pick<Reader, "seat" | "company">): string {
  switch (notice.type) {
    case "proposal_ended":
      return endingWords(notice, reader);
    case "sight_set":
      return sightSet(notice.sight, notice.next_hand);
    case "declare_over":
      return t("table.declare_over");
  }
}

function endingWords(
  { what, seat, outcome }: ProposalEnded,
  reader: Pick<Reader, "seat" | "company">,
): string {
  switch (outcome) {
    case "agreed":
      // Among bots nobody was asked; and a match that has ended says so itself.
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
