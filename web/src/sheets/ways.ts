/** The ways from the table to its views: buttons of the head bar, and entries of a phone's menu. */
import type { HelpKey } from "../help/keys";
import type { LiveTable } from "../state/table.svelte";
import type { IconName } from "../ui/icons";
import { t } from "../words/words.svelte";
import { lastTrickLies } from "./LastTrickView.svelte";
import type { SheetName } from "./names";

/** A way to a view. */
interface Way {
  readonly sheet: SheetName;
  readonly icon: IconName;
  readonly label: string;
  /** What help explains at the button. */
  readonly help: HelpKey;
  readonly disabled?: boolean;
}

/** The ways that the user has now; the chat is not among them. */
export function waysOf(live: LiveTable): Way[] {
  const { table, hand } = live;
  const ways: Way[] = [];
  if (table?.settings.counter && hand && !hand.ended)
    ways.push({ sheet: "counter", icon: "eye", label: t("room.set_counter"), help: "counter" });
  if (hand?.kitty && hand.buriedBy === live.seat)
    ways.push({ sheet: "kitty", icon: "cards", label: t("table.own_kitty"), help: "kitty" });
  if (table?.settings.last_trick !== "never") {
    const disabled = !hand || hand.tricks.length === 0 || !lastTrickLies(live);
    const label = t("table.last_trick");
    ways.push({ sheet: "last_trick", icon: "last", label, help: "last_trick", disabled });
  }
  ways.push({ sheet: "score", icon: "score", label: t("sheets.score"), help: "levels" });
  ways.push({ sheet: "rules", icon: "rules", label: t("sheets.rules"), help: "rules" });
  return ways;
}
