/**
 * What explains itself when `?` is on: an element says which by `data-help="key"`.
 *
 * The explanation of a key is the text `help.<key>`; an element inside another one that has help
 * answers for itself.
 */
export const HELP_KEYS = [
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
  // One's own hand
  "hand",
  "forced",
  "groups",
  "owed",
  "action",
  "queue",
  "replay",
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
  "take_over",
  "take_back",
  "one_hand",
  "house",
  "length",
  "proposal",
  "ready",
  "invite",
  "result",
  "settings",
  "shuffle",
  "pace",
  "hints",
  "strength",
  "preferences",
  // The lobby
  "quick_play",
  "bots_only",
  "open_tables",
  "new_table",
  "private",
  "name",
  "device",
  "devices",
  "intro",
  // The rules form
  "preset",
  "system",
  "option",
] as const;

/** A key of help. */
export type HelpKey = (typeof HELP_KEYS)[number];
