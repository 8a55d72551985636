"""Texts in the three languages of the site; 繁體 is converted from 简体."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from opencc import OpenCC

from shengji.game import Refusal
from shengji.rules import RulesError
from shengji.server.site.schemas import Text
from shengji.words import Language, Spoken, texts


@cache
def _converter() -> OpenCC:
    # Variants of characters that are usual in Taiwan (裡, 為). The table of phrases (s2twp) is not
    # used: it turns 全局 into 全域性, and changes terms of the game that are the same everywhere.
    return OpenCC("s2tw")


_LONGEST = 300
"""Maximum number of characters of user input in a text."""

# Words of a website that differ in Taiwan.
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


_OTHERWISE = re.compile("|".join(_VOCABULARY))


@lru_cache(maxsize=8192)
def traditional(hans: str) -> str:
    """Convert simplified to traditional characters, with the vocabulary of Taiwan.

    >>> traditional("庄家埋底，为对家")
    '莊家埋底，為對家'
    >>> traditional("服务器的默认设置")
    '伺服器的預設設定'
    """
    converted: str = _converter().convert(hans)
    return _OTHERWISE.sub(lambda found: _VOCABULARY[found[0]], converted)


def words(en: str, hans: str) -> Text:
    """A text in all languages, from English and simplified Chinese.

    >>> words("trumps", "主牌")
    Text(en='trumps', hans='主牌', hant='主牌')
    """
    return Text(en, hans, traditional(hans))


def words_from(area: str, key: str, **params: object) -> Text:
    """A text of the catalogue, in all languages, with its parameters.

    A parameter that is itself a `Text` or a `Spoken` appears in the language of each text.

    >>> words_from("table", "seat-taken", name="Wu").en
    'Wu sits there. Choose another seat.'
    """
    text = texts(area)[key]
    english = {name: _in(param, "en") for name, param in params.items()}
    chinese = {name: _in(param, "zh") for name, param in params.items()}
    return words(text.render("en", **english), text.render("zh", **chinese))


def _in(param: object, language: Language) -> object:
    """A parameter in one language."""
    if isinstance(param, str):  # a check for the protocol takes 20 times as long
        return param
    if isinstance(param, Text):
        return param.hans if language == "zh" else param.en
    return param.render(language) if isinstance(param, Spoken) else param


def words_of(refusal: Refusal) -> Text:
    """A refusal of the game, in all languages."""
    return words(refusal.sentence("en"), refusal.sentence("zh"))


def words_said(said: Callable[[Language], str]) -> Text:
    """A text in English and simplified Chinese, in all languages.

    >>> words_said({"en": "trumps", "zh": "主牌"}.__getitem__)
    Text(en='trumps', hans='主牌', hant='主牌')
    """
    return words(said("en"), said("zh"))


def rules_words(error: RulesError) -> Text:
    """The reason why rules are invalid, in all languages."""
    why = str(error) if str(error).endswith(".") else f"{error}."
    if not error.field or not why.startswith(error.field):
        why = why[:1].upper() + why[1:]
    return words(shortened(why), shortened(error.render("zh")))


def shortened(text: str) -> str:
    """Shorten a long text, so that it fits into a sentence."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
