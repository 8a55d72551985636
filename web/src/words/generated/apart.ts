// Written by `python -m web.make_words` from words/*.toml; change those.

import type { Tongue } from '../../wire'
import type { Apart } from './keys'

type Load = () => Promise<{ TEXTS: Readonly<Record<string, string>> }>

export const APART: Record<Apart, Record<Tongue, Load>> = {
  'account': { 'en': () => import('./account.en'), 'zh-Hans': () => import('./account.zh-Hans'), 'zh-Hant': () => import('./account.zh-Hant') },
  'admin': { 'en': () => import('./admin.en'), 'zh-Hans': () => import('./admin.zh-Hans'), 'zh-Hant': () => import('./admin.zh-Hant') },
  'history': { 'en': () => import('./history.en'), 'zh-Hans': () => import('./history.zh-Hans'), 'zh-Hant': () => import('./history.zh-Hant') },
  'intro': { 'en': () => import('./intro.en'), 'zh-Hans': () => import('./intro.zh-Hans'), 'zh-Hant': () => import('./intro.zh-Hant') },
  'moderation': { 'en': () => import('./moderation.en'), 'zh-Hans': () => import('./moderation.zh-Hans'), 'zh-Hant': () => import('./moderation.zh-Hant') },
  'nights': { 'en': () => import('./nights.en'), 'zh-Hans': () => import('./nights.zh-Hans'), 'zh-Hant': () => import('./nights.zh-Hant') },
  'organising': { 'en': () => import('./organising.en'), 'zh-Hans': () => import('./organising.zh-Hans'), 'zh-Hant': () => import('./organising.zh-Hant') },
  'practice': { 'en': () => import('./practice.en'), 'zh-Hans': () => import('./practice.zh-Hans'), 'zh-Hant': () => import('./practice.zh-Hant') },
  'rated': { 'en': () => import('./rated.en'), 'zh-Hans': () => import('./rated.zh-Hans'), 'zh-Hant': () => import('./rated.zh-Hant') },
  'readings': { 'en': () => import('./readings.en'), 'zh-Hans': () => import('./readings.zh-Hans'), 'zh-Hant': () => import('./readings.zh-Hant') },
  'replay': { 'en': () => import('./replay.en'), 'zh-Hans': () => import('./replay.zh-Hans'), 'zh-Hant': () => import('./replay.zh-Hant') },
  'review': { 'en': () => import('./review.en'), 'zh-Hans': () => import('./review.zh-Hans'), 'zh-Hant': () => import('./review.zh-Hant') },
  'showing': { 'en': () => import('./showing.en'), 'zh-Hans': () => import('./showing.zh-Hans'), 'zh-Hant': () => import('./showing.zh-Hant') },
}
