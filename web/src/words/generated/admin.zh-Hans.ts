// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'admin'>, string> = {
  'admin.accounts': "账号",
  'admin.find': "查找名字",
  'admin.line': "{made} 注册，{seen} 来过",
  'admin.more': "显示更多",
  'admin.none': "没有这样名字的账号。",
  'admin.only': "此页仅供管理员使用。",
  'admin.remove_of': "删除 {name}",
  'admin.remove_sure': "账号连同登录方式永久删除，座位由机器人接着打。打过的牌为他人保留。",
  'admin.remove_yes': "永久删除",
  'admin.removed': "已删除 {name}。",
  'admin.role_of': "{name} 的身份",
  'admin.role_set': "{name}：{role}",
  'admin.search': "查找",
  'admin.title': "管理",
}
