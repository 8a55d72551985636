// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'moderation'>, string> = {
  'moderation.banned': "你已被本站封禁",
  'moderation.banned_note': "在此期間不能在本站打牌，但仍可下載你的全部資料，或刪除自己。",
  'moderation.for_good': "永久：",
  'moderation.muted': "你已被禁言，不能發言。",
  'moderation.my_data': "我的資料",
  'moderation.note': "管理員會看到，{name}不會知道。",
  'moderation.note_table': "管理員會看到，並能檢視本桌到現在為止的聊天。{name}不會知道。",
  'moderation.report': "舉報{name}",
  'moderation.reported': "已舉報{name}，管理員會處理。",
  'moderation.send': "提交舉報",
  'moderation.until': "至 {when}：",
  'moderation.what': "有什麼問題？",
}
