// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'admin'>, string> = {
  'admin.accounts': "Accounts",
  'admin.find': "Find a name",
  'admin.line': "since {made}, here on {seen}",
  'admin.more': "Show more",
  'admin.none': "No account has such a name.",
  'admin.only': "This page is for administrators.",
  'admin.remove_of': "Remove {name}",
  'admin.remove_sure': "The account goes for good, with its ways in; bots go on in its seats. What was played stays for the others.",
  'admin.remove_yes': "Remove for good",
  'admin.removed': "{name} is removed.",
  'admin.role_of': "Role of {name}",
  'admin.role_set': "{name}: {role}",
  'admin.search': "Find",
  'admin.title': "Administration",
}
