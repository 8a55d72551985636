// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'moderation'>, string> = {
  'moderation.banned': "You are banned here",
  'moderation.banned_note': "You cannot play here meanwhile. You can still take what is kept about you, and remove yourself.",
  'moderation.for_good': "For good:",
  'moderation.muted': "You are muted, and cannot say anything.",
  'moderation.my_data': "My data",
  'moderation.note': "An administrator reads this. {name} is not told.",
  'moderation.note_table': "An administrator reads this, with what was said at this table until now. {name} is not told.",
  'moderation.report': "Report {name}",
  'moderation.reported': "{name} is reported. An administrator looks at it.",
  'moderation.send': "Send the report",
  'moderation.until': "Until {when}:",
  'moderation.what': "What is wrong?",
}
