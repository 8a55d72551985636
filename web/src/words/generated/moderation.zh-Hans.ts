// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'moderation'>, string> = {
  'moderation.banned': "你已被本站封禁",
  'moderation.banned_note': "在此期间不能在本站打牌，但仍可下载你的全部资料，或删除自己。",
  'moderation.for_good': "永久：",
  'moderation.muted': "你已被禁言，不能发言。",
  'moderation.my_data': "我的资料",
  'moderation.note': "管理员会看到，{name}不会知道。",
  'moderation.note_table': "管理员会看到，并能查看本桌到现在为止的聊天。{name}不会知道。",
  'moderation.report': "举报{name}",
  'moderation.reported': "已举报{name}，管理员会处理。",
  'moderation.send': "提交举报",
  'moderation.until': "至 {when}：",
  'moderation.what': "有什么问题？",
}
