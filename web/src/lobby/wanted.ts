/** What *Play* starts: the game, the length and the level of the bots that were chosen last. */
import { botName, wantedBot } from "../bots/bots";
import { gameOf, houseOf } from "../rules/houses";
import { type Length, LENGTHS, preferences } from "../state/preferences.svelte";
import type { BotLine } from "../wire";
import { t } from "../words/words.svelte";
import { rulesOf, SYSTEMS } from "./systems";

/** The default game of a new user. */
const FIRST = "tractor";

/** The games that can be started: those of this browser's houses, and the systems. */
export const games = (): readonly { value: string; title: string; note: string }[] => [
  ...preferences.houses.map((house) => ({ value: gameOf(house), title: house.name, note: "" })),
  ...SYSTEMS.map(({ name, title, note }) => ({
    value: name as string,
    title: t(title),
    note: t(note),
  })),
];

/** The game that was chosen last, if it is still known. */
export function wantedGame(): string {
  return games().some(({ value }) => value === preferences.game) ? preferences.game : FIRST;
}

/** The selectable lengths; rules of a house set their own. */
export const lengths = (): readonly Length[] =>
  houseOf(wantedGame()) ? LENGTHS.filter((one) => one === "hand" || one === "rules") : LENGTHS;

/** The length that was chosen last, if the game has it. */
export function wantedLength(): Length {
  return lengths().includes(preferences.length) ? preferences.length : "rules";
}

/** The name of a length of the chosen game. */
export const lengthName = (length: Length): string =>
  t(length === "rules" && houseOf(wantedGame()) ? "shell.length_house" : `shell.length_${length}`);

/** The whole choice in one line. */
export const wantedLine = (bots: readonly BotLine[]): string =>
  [
    games().find(({ value }) => value === wantedGame())?.title ?? "",
    lengthName(wantedLength()),
    t("shell.bots_of_level", { level: botName(wantedBot(bots)) }),
  ].join(" · ");

/** The request of a game with bots. */
export const wantedPlay = (bots: readonly BotLine[]) => ({
  rules: rulesOf(wantedGame(), wantedLength()),
  people: false,
  bot: wantedBot(bots),
  one_hand: wantedLength() === "hand",
});
