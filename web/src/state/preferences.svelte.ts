/** The user's preferences, stored in this browser. The fields are reactive. */
import { suiting, type Tongue } from "../words/words.svelte";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";

/** The table's cloths, and the backs of the cards. */
export const FELTS = ["green", "blue", "wine", "night", "contrast"] as const;
export const BACKS = ["red", "blue", "jade", "plain"] as const;
export type Felt = (typeof FELTS)[number];
export type Back = (typeof BACKS)[number];

/** All preferences, as stored. */
export interface Preferences {
  /** The language of the site. */
  tongue: Tongue;
  theme: Theme;
  /** A colour for each suit. */
  fourColours: boolean;
  largeCards: boolean;
  /** The cloth of the table, and the back of the cards. */
  felt: Felt;
  back: Back;
  /** `auto` follows the system. */
  motion: Motion;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether the device vibrates with some sounds. */
  haptics: boolean;
  /** Whether messages appear at the seats and are announced. */
  speech: boolean;
  /** Play by itself what is the only legal play. */
  autoPlay: boolean;
  /** Whether the user has been told how to take a whole pair or tractor. */
  unitsKnown: boolean;
  /** Lay the hand out from high to low, from left to right. */
  highLeft: boolean;
  /** The bot or level that is wanted in other seats, by its id; empty: the user's own level. */
  bot: string;
  /** The public ids of people whose words are not shown. */
  muted: readonly string[];
  /** The game that was started last: that of a system by its name, or a house's. */
  game: string;
  /** The set that was last played with people, by name, and the choice of company. */
  set: string;
  company: Company;
  /** The id of the user's last table; null: none. */
  table: string | null;
  /** The last kind of practice. */
  practice: Practice;
  /** The lessons that are done. */
  lessons: readonly string[];
  /** The chosen length of a match. */
  length: Length;
  /** The rules of the table that was opened last from the form; null: none was. */
  rules: House["rules"] | null;
  /** The stored rules of houses, by name. */
  houses: readonly House[];
  /** The signs at the table that were explained, by their keys of help. */
  signs: readonly string[];
  /** The number of hands that were played to their end. */
  hands: number;
  /** Whether the word about installing the site was dismissed. */
  installDismissed: boolean;
  /** The hand that this browser was in last; null: it is over. */
  left: Left | null;
}

/** A hand that goes on without its player. */
export interface Left {
  readonly table: string;
  readonly hand: number;
  /** Whether it was the player's turn. */
  readonly turn: boolean;
}

/** Questions about the rules, with which newcomers begin, or puzzles. */
export type Practice = "drills" | "puzzles";

/** The choices of company. */
export const COMPANIES = ["anyone", "friends-first", "friends-only"] as const;
export type Company = (typeof COMPANIES)[number];

/** How long a match is: one hand, to a level, or as its rules say. */
export type Length = "hand" | "5" | "10" | "rules";
export const LENGTHS: readonly Length[] = ["hand", "5", "10", "rules"];

/** Rules that people play by in a house. */
export interface House {
  readonly name: string;
  readonly rules: Readonly<Record<string, unknown>>;
}

const WHERE = "shengji.preferences";

/** The default preferences. */
export function defaults(languages: readonly string[] = navigator.languages): Preferences {
  return {
    tongue: suiting(languages),
    theme: "auto",
    fourColours: false,
    largeCards: false,
    felt: "green",
    back: "red",
    motion: "auto",
    sound: true,
    volume: 0.6,
    haptics: true,
    speech: true,
    autoPlay: false,
    unitsKnown: false,
    highLeft: true,
    bot: "",
    muted: [],
    game: "tractor",
    set: "relaxed",
    company: "friends-first",
    table: null,
    practice: "drills",
    lessons: [],
    length: "rules",
    rules: null,
    houses: [],
    signs: [],
    hands: 0,
    installDismissed: false,
    left: null,
  };
}

/**
 * Preferences from stored text, which may be of an older version, or corrupt.
 *
 * @param text - as `JSON.stringify` wrote it, or null.
 */
export function readPreferences(text: string | null): Preferences {
  const kept = defaults();
  const given = parsed(text);
  const choose = <F extends keyof Preferences>(
    field: F,
    fits: (value: unknown) => boolean,
  ): void => {
    if (field in given && fits(given[field])) kept[field] = given[field] as Preferences[F];
  };
  const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
  const flag = oneOf([true, false]);
  choose("tongue", oneOf(["en", "zh-Hans", "zh-Hant"]));
  choose("theme", oneOf(["auto", "light", "dark"]));
  choose("motion", oneOf(["auto", "full", "reduced"]));
  choose("felt", oneOf(FELTS));
  choose("back", oneOf(BACKS));
  choose("fourColours", flag);
  choose("largeCards", flag);
  choose("sound", flag);
  choose("haptics", flag);
  choose("speech", flag);
  choose("autoPlay", flag);
  choose("unitsKnown", flag);
  choose("highLeft", flag);
  choose("volume", (value) => typeof value === "number" && value >= 0 && value <= 1);
  choose("game", (value) => typeof value === "string" && value !== "");
  choose("set", (value) => typeof value === "string" && value !== "");
  choose("company", oneOf(COMPANIES));
  choose("table", (value) => value === null || typeof value === "string");
  choose("practice", oneOf(["drills", "puzzles"]));
  choose("length", oneOf(LENGTHS));
  choose("rules", (value) => value === null || isRules(value));
  choose("houses", (value) => Array.isArray(value) && value.every(isHouse));
  choose("bot", (value) => typeof value === "string" && value !== "");
  for (const list of ["muted", "lessons", "signs"] as const) {
    choose(list, (value) => Array.isArray(value) && value.every((one) => typeof one === "string"));
  }
  choose("hands", (value) => typeof value === "number" && value >= 0);
  choose("installDismissed", flag);
  choose("left", (value) => value === null || isLeft(value));
  return kept;
}

/** Whether a value is a house's rules, as far as it can be checked without the server. */
export function isHouse(value: unknown): value is House {
  if (typeof value !== "object" || value === null) return false;
  const { name, rules } = value as Partial<Record<keyof House, unknown>>;
  const fits = typeof name === "string" && name.trim() !== "" && name.length <= HOUSE_NAME;
  return fits && isRules(rules);
}

function isLeft(value: unknown): value is Left {
  if (typeof value !== "object" || value === null) return false;
  const { table, hand, turn } = value as Partial<Record<keyof Left, unknown>>;
  return typeof table === "string" && typeof hand === "number" && typeof turn === "boolean";
}

function isRules(value: unknown): value is House["rules"] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Maximum length of the name of a house's rules. */
export const HOUSE_NAME = 40;

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function fetched(): string | null {
  try {
    return localStorage.getItem(WHERE);
  } catch {
    return null; // the browser keeps nothing, as in some private windows
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(WHERE, text);
  } catch {
    // The preferences then last only as long as the page.
  }
}

/** The preferences; a change is stored and takes effect at once, in other tabs too. */
export const preferences: Preferences = $state(readPreferences(fetched()));

/** The preferences of the operating system. */
const system = $state({ dark: false, still: false });

/** Whether things that move should not. */
export function still(): boolean {
  return preferences.motion === "reduced" || (preferences.motion === "auto" && system.still);
}

/** Whether the site is dark now. */
export function dark(): boolean {
  return preferences.theme === "dark" || (preferences.theme === "auto" && system.dark);
}

/** Apply the preferences to the page, and store each change. */
export function followPreferences(): void {
  follow("(prefers-color-scheme: dark)", (yes) => (system.dark = yes));
  follow("(prefers-reduced-motion: reduce)", (yes) => (system.still = yes));
  addEventListener("storage", (event) => {
    if (event.key === WHERE) Object.assign(preferences, readPreferences(event.newValue));
  });
  $effect.root(() => {
    $effect(() => keep(JSON.stringify(preferences)));
    $effect.pre(() => {
      const page = document.documentElement.dataset;
      page["theme"] = dark() ? "dark" : "light";
      page["suits"] = preferences.fourColours ? "four" : "two";
      page["cards"] = preferences.largeCards ? "large" : "normal";
      page["felt"] = preferences.felt;
      page["back"] = preferences.back;
      page["motion"] = still() ? "reduced" : "full";
    });
  });
}

function follow(query: string, told: (matches: boolean) => void): void {
  const media = matchMedia(query);
  told(media.matches);
  media.addEventListener("change", (event) => told(event.matches));
}
