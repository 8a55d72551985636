// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'showing'>, string> = {
  'showing.by_turns': "轮流显示",
  'showing.certificate': "奖状",
  'showing.certificates': "前三名奖状",
  'showing.certificates_season': "总榜前三名奖状",
  'showing.damaged': "有 {count} 场的存档无法读取，未计入。服务器日志中有详情，请联系管理者。",
  'showing.dealt': "庄家",
  'showing.more_nights': "更早的各场",
  'showing.more_places': "更多名次",
  'showing.no_sheets': "本轮没有实体牌桌，手机桌自动记分。",
  'showing.not_drawn': "还没有排座。",
  'showing.on_the_wall': "显示内容",
  'showing.ratings': "等级分",
  'showing.ratings_none': "还没有人既有账号和等级分，又参加过这么多场。",
  'showing.ratings_note': "至少参加过 {count} 场的人",
  'showing.ratings_within': "± 表示等级分的误差：二十次中有十九次，实力在此范围内。",
  'showing.score_sheet': "记分表",
  'showing.score_sheets': "记分表",
  'showing.series_print': "打印总榜和奖状",
  'showing.signed': "签名",
  'showing.what_to_print': "打印内容",
}
