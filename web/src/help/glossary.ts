/** The glossary: the terms of the game, with the key of each explanation. */
import type { Text } from "../wire";

export interface Term {
  /** `help.term_<key>` is the explanation. */
  readonly key: TermKey;
  readonly words: Text;
  /** Pronunciation of the Chinese word. */
  readonly pinyin: string;
}

export type TermKey = (typeof LIST)[number]["key"];

const LIST = [
  term("declarers", "Declarers", "庄家一方", "莊家一方", "zhuāngjiā yì fāng"),
  term("opponents", "Opponents", "闲家", "閒家", "xiánjiā"),
  term("dealer", "Dealer", "庄家", "莊家", "zhuāngjiā"),
  term("level", "Level", "级", "級", "jí"),
  term("points", "Points", "分", "分", "fēn"),
  term("trump", "Trump", "主牌", "主牌", "zhǔpái"),
  term("trump_rank", "Trump rank", "级牌", "級牌", "jípái"),
  term("trump_suit", "Trump suit", "主花色", "主花色", "zhǔ huāsè"),
  term("side_suit", "Side suit", "副牌", "副牌", "fùpái"),
  term("joker", "Joker", "王", "王", "wáng"),
  term("declare", "Declare", "亮主", "亮主", "liàngzhǔ"),
  term("reinforce", "Reinforce", "加固", "加固", "jiāgù"),
  term("override", "Override", "反主", "反主", "fǎnzhǔ"),
  term("no_trump", "No trump suit", "无主", "無主", "wúzhǔ"),
  term("kitty", "Kitty", "底牌", "底牌", "dǐpái"),
  term("bury", "Bury", "埋底", "埋底", "máidǐ"),
  term("kitty_bonus", "Kitty bonus", "抠底", "摳底", "kōudǐ"),
  term("land", "Bidding for Land", "炒地皮", "炒地皮", "chǎo dìpí"),
  term("trick", "Trick", "轮", "輪", "lún"),
  term("lead", "Lead", "先出", "先出", "xiān chū"),
  term("follow", "Follow", "跟牌", "跟牌", "gēnpái"),
  term("pair", "Pair", "对子", "對子", "duìzi"),
  term("triple", "Triple", "三张", "三張", "sānzhāng"),
  term("tractor", "Tractor", "拖拉机", "拖拉機", "tuōlājī"),
  term("throw", "Throw", "甩牌", "甩牌", "shuǎipái"),
  term("ruff", "Ruff", "毙", "斃", "bì"),
  term("discard", "Discard", "垫牌", "墊牌", "diànpái"),
  term("friend", "Friend", "朋友", "朋友", "péngyou"),
  term("must_play", "Must-play level", "必打", "必打", "bìdǎ"),
  term("hook", "Hook", "勾级", "勾級", "gōují"),
] as const;

/** Terms in the order in which they come up in a hand. */
export const TERMS: readonly Term[] = LIST;

function term<const K extends string>(
  key: K,
  en: string,
  hans: string,
  hant: string,
  pinyin: string,
) {
  return { key, words: { en, "zh-Hans": hans, "zh-Hant": hant }, pinyin };
}
