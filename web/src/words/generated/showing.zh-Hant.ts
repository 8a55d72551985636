// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'showing'>, string> = {
  'showing.by_turns': "輪流顯示",
  'showing.certificate': "獎狀",
  'showing.certificates': "前三名獎狀",
  'showing.certificates_season': "總榜前三名獎狀",
  'showing.damaged': "有 {count} 場的存檔無法讀取，未計入。伺服器日誌中有詳情，請聯繫管理者。",
  'showing.dealt': "莊家",
  'showing.more_nights': "更早的各場",
  'showing.more_places': "更多名次",
  'showing.no_sheets': "本輪沒有實體牌桌，手機桌自動記分。",
  'showing.not_drawn': "還沒有排座。",
  'showing.on_the_wall': "顯示內容",
  'showing.ratings': "等級分",
  'showing.ratings_none': "還沒有人既有賬號和等級分，又參加過這麼多場。",
  'showing.ratings_note': "至少參加過 {count} 場的人",
  'showing.ratings_within': "± 表示等級分的誤差：二十次中有十九次，實力在此範圍內。",
  'showing.score_sheet': "記分表",
  'showing.score_sheets': "記分表",
  'showing.series_print': "打印總榜和獎狀",
  'showing.signed': "簽名",
  'showing.what_to_print': "打印內容",
}
