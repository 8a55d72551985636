import { FIELDS } from "../room/settings.fields";
import type { Key } from "../words/words.svelte";

/**
 * Elements that the help explains: `data-help="key"` marks an element.
 *
 * The explanation of a key is the text `help.<key>`; a marked element inside another marked element
 * has its own explanation.
 */
export const HELP_KEYS: readonly HelpKey[] = [
  // The table
  "seat",
  "dealer",
  "side",
  "friend",
  "trump",
  "points",
  "levels",
  "trick",
  "lead",
  "winning",
  "clock",
  "last_trick",
  "kitty",
  "declarations",
  "bot",
  "absent",
  // The player's own hand
  "hand",
  "forced",
  "groups",
  "owed",
  "action",
  "queue",
  "counter",
  "replay",
  "claims",
  "hint",
  "automate",
  "declare",
  "no_more",
  "bury",
  "land",
  "call",
  "reading",
  "redeal",
  // Around the table
  "rules",
  "changed",
  "chat",
  "phrases",
  "mute",
  "people",
  "onlookers",
  "host",
  "nudge",
  "house",
  "length",
  "proposal",
  "ready",
  "invite",
  "result",
  "settings",
  "shuffle",
  "strength",
  "preferences",
  "push",
  // The lobby
  "quick_play",
  "bots_only",
  "open_tables",
  "new_table",
  "private",
  "name",
  "account",
  "device",
  "devices",
  "intro",
  // The rules form
  "preset",
  "system",
  "option",
  // The settings of a table
  ...FIELDS.flatMap(({ help }) => help ?? []),
];

type Helped<K> = K extends `help.${infer H}` ? H : never;

/** A key of help. */
export type HelpKey = Helped<Key>;
