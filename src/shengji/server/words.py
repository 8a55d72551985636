"""Texts in the three languages of the site; 繁體 is made from 简体 and written nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from opencc import OpenCC

from shengji.game import Refusal
from shengji.rules import RulesError, is_option, option_of
from shengji.rules.options import Option
from shengji.server.states import Text
from shengji.words import LANGUAGES, Language, texts


@cache
def _converter() -> OpenCC:
    # Characters as they are usual in Taiwan (裡, 為). Its table of phrases (s2twp) is not used: it
    # makes 全域性 of 全局, and other words for what the game calls the same everywhere.
    return OpenCC("s2tw")


_LONGEST = 300
"""A text given by others is cut to so many characters."""

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


_OTHERWISE = re.compile("|".join(_VOCABULARY))


@lru_cache(maxsize=8192)
def traditional(hans: str) -> str:
    """A text in simplified characters in traditional ones, with the words of Taiwan.

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
    """A text of the catalogue in all languages, with its parameters put in.

    Of a parameter that is a text itself the words of each language stand there.

    >>> words_from("table", "seat-taken", name="Wu").en
    'Wu sits there. Choose another seat.'
    """
    text = texts(area)[key]
    english = {name: p.en if isinstance(p, Text) else p for name, p in params.items()}
    chinese = {name: p.hans if isinstance(p, Text) else p for name, p in params.items()}
    return words(text.said("en", **english), text.said("zh", **chinese))


def words_of(refusal: Refusal) -> Text:
    """A refusal of the game in all languages."""
    return words(refusal.sentence("en"), refusal.sentence("zh"))


def words_said(said: Callable[[Language], str]) -> Text:
    """What can be said in English and simplified Chinese, in all languages.

    >>> words_said({"en": "trumps", "zh": "主牌"}.__getitem__)
    Text(en='trumps', hans='主牌', hant='主牌')
    """
    return words(said("en"), said("zh"))


def rules_words(error: RulesError) -> Text:
    """Why rules cannot be played, in all languages.

    >>> from shengji.rules import rules_from
    >>> try:
    ...     rules_from({"kitty": 9})
    ... except RulesError as error:
    ...     print(rules_words(error).hans)
    「底牌张数」不能是 9：108 张牌留 9 张底后，4 个人不能平分；此处可选：4, 8, 12, 16, 20, 24 ...。
    """
    why = str(error) if str(error).endswith(".") else f"{error}."
    if not error.field or not why.startswith(error.field):
        why = why[:1].upper() + why[1:]
    hint = f"，是否想写 {error.nearest}？" if error.nearest else "。"
    said: dict[str, object] = {"why": why, "hint": hint, "allowed": error.allowed}
    said["option"], said["value"] = error.field, "不设" if error.value is None else error.value
    key = {"preset": "no-preset", "system": "no-system", "": "no-rules"}.get(error.field, "")
    if not key and not is_option(error.field):
        key = "no-option"
    elif not key:
        option = option_of(error.field)
        said["option"] = option.title("zh")
        if error.value is None or isinstance(error.value, bool | int | str):
            said["value"] = option.label(error.value, "zh")
        if error.reason is not None:
            key, said["reason"] = "contradiction", error.reason.why_zh
            said["allowed"] = error.reason.allowed_zh
        elif error.allowed.startswith("anything, with"):
            key, said["condition"] = "no-effect", option.condition("zh")
        else:
            key, said["allowed"] = "not-allowed", _allowed_zh(option)
    found = texts("rules")[key]
    return words(*(shortened(found.said(language, **said)) for language in LANGUAGES))


def _allowed_zh(option: Option) -> str:
    """What an option may be, in Chinese."""
    found = [] if option.low is None else [f"{option.low} 到 {option.high}"]
    if option.step > 1:
        found[0] += f"（{option.step} 的倍数）"
    found += [option.label(value, "zh") for value in (*option.values, *option.words)]
    if option.unset:
        found.append(option.label(None, "zh"))
    return "、".join(found)


def shortened(text: str) -> str:
    """A text that may be long, cut so that it can stand in a sentence."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
