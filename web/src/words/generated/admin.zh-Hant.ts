// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'admin'>, string> = {
  'admin.accounts': "賬號",
  'admin.find': "查找名字",
  'admin.line': "{made} 註冊，{seen} 來過",
  'admin.more': "顯示更多",
  'admin.none': "沒有這樣名字的賬號。",
  'admin.only': "此頁僅供管理員使用。",
  'admin.remove_of': "刪除 {name}",
  'admin.remove_sure': "賬號連同登錄方式永久刪除，座位由機器人接著打。打過的牌為他人保留。",
  'admin.remove_yes': "永久刪除",
  'admin.removed': "已刪除 {name}。",
  'admin.role_of': "{name} 的身份",
  'admin.role_set': "{name}：{role}",
  'admin.search': "查找",
  'admin.title': "管理",
}
