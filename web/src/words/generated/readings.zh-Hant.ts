// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'readings'>, string> = {
  'readings.more': "別的拆法，含有……",
  'readings.way': "拆為 {units}",
  'readings.which': "怎樣拆牌？",
}
