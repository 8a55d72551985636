// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'readings'>, string> = {
  'readings.more': "Other ways, with …",
  'readings.way': "Read as {units}",
  'readings.which': "How is it read?",
}
