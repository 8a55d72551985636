/** The rules of a night, as its form edits them. */
import { rulesOf } from "../lobby/systems";
import type { NightSettings } from "../wire";

/** The rules of a game of the lobby, or of a house, as a night takes them. */
export function rulesFor(game: string): NightSettings["rules"] {
  const rules = rulesOf(game);
  return typeof rules === "string" ? { preset: rules } : rules;
}

/** Zhang's texts of Tractor; nights are of the older one, whose rules they name (Z16 §3). */
export const EDITIONS = { "2021": "tractor", "2016": "zhang-2016" } as const;

/** Which of Zhang's texts rules are; `null`: another game, or a house's. */
export function editionOf(rules: NightSettings["rules"]): keyof typeof EDITIONS | null {
  const { preset = "zhang-2021", ...more } = rules;
  if (Object.keys(more).length > 0) return null;
  if (preset === EDITIONS["2016"]) return "2016";
  return preset === EDITIONS["2021"] || preset === "zhang-2021" ? "2021" : null;
}
