"""Texts in the three languages of the site; 繁體 is made from 简体 and written nowhere."""

from __future__ import annotations

from functools import cache, lru_cache

from opencc import OpenCC

from shengji.game import Refusal
from shengji.rules import RulesError, option_of
from shengji.server.wire import Words


@cache
def _converter() -> OpenCC:
    # Characters as they are usual in Taiwan (裡, 為); words stay as they are, since the vocabulary
    # of the game is the same.
    return OpenCC("s2tw")


@lru_cache(maxsize=8192)
def traditional(hans: str) -> str:
    """A text in simplified characters in traditional ones.

    >>> traditional("庄家埋底，为对家")
    '莊家埋底，為對家'
    """
    converted: str = _converter().convert(hans)
    return converted


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
