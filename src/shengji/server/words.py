"""Texts in the three languages of the site; 繁體 is made from 简体 and written nowhere."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from opencc import OpenCC

from shengji.game import Refusal
from shengji.rules import RulesError, option_of
from shengji.server.wire import Words


@cache
def _converter() -> OpenCC:
    # Characters as they are usual in Taiwan (裡, 為). Its table of phrases (s2twp) is not used: it
    # makes 全域性 of 全局, and other words for what the game calls the same everywhere.
    return OpenCC("s2tw")


# What is called otherwise in Taiwan, of the words that a site needs.
_VOCABULARY = {
    "一臺": "一台",
    "上臺": "上台",
    "下臺": "下台",
    "二維碼": "QR 碼",
    "二進制": "二進位",
    "保存": "儲存",
    "信息": "訊息",
    "刷新": "重新整理",
    "在線": "在線上",
    "字符": "字元",
    "字節": "位元組",
    "屏幕": "螢幕",
    "屏蔽": "封鎖",
    "嵌套": "巢狀",
    "支持": "支援",
    "搜索": "搜尋",
    "數據庫": "資料庫",
    "文件": "檔案",
    "服務器": "伺服器",
    "查看": "檢視",
    "消息": "訊息",
    "窗口": "視窗",
    "網絡": "網路",
    "菜單": "選單",
    "視頻": "影片",
    "訪問": "存取",
    "設備": "裝置",
    "設置": "設定",
    "連接": "連線",
    "運行": "執行",
    "鏈接": "連結",
    "默認": "預設",
    "發送": "傳送",
    "鼠標": "滑鼠",
}


@cache
def _otherwise() -> re.Pattern[str]:
    return re.compile("|".join(_VOCABULARY))


@lru_cache(maxsize=8192)
def traditional(hans: str) -> str:
    """A text in simplified characters in traditional ones, with the words of Taiwan.

    >>> traditional("庄家埋底，为对家")
    '莊家埋底，為對家'
    >>> traditional("服务器的默认设置")
    '伺服器的預設設定'
    """
    converted: str = _converter().convert(hans)
    return _otherwise().sub(lambda found: _VOCABULARY[found[0]], converted)


def words(en: str, hans: str) -> Words:
    """A text in all languages, from English and simplified Chinese.

    >>> words("trumps", "主牌")
    Words(en='trumps', hans='主牌', hant='主牌')
    """
    return Words(en, hans, traditional(hans))


def words_of(refusal: Refusal) -> Words:
    """A refusal of the game in all languages."""
    return words(refusal.sentence("en"), refusal.sentence("zh"))


def rules_words(error: RulesError) -> Words:
    """Why rules cannot be played, in all languages.

    >>> from shengji.rules import rules_from
    >>> try:
    ...     rules_from({"kitty": 9})
    ... except RulesError as error:
    ...     print(rules_words(error).hans)
    「底牌张数」不能是 9：108 张牌留 9 张底后，4 个人不能平分；可以是：4, 8, 12, 16, 20, 24 ...
    """
    reason = error.reason
    if reason is None:
        return words(str(error), f"规则有误：{error}")
    option = option_of(error.field)
    given = option.label(error.value, "zh")
    return words(
        str(error),
        f"「{option.title('zh')}」不能是 {given}：{reason.why_zh}；可以是：{reason.allowed_zh}",
    )
