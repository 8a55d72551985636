"""Why a table refuses an action: stable codes for programs, sentences for people.

What the rules of the game refuse keeps its own code and sentence (`shengji.game.refusals`).
"""

from __future__ import annotations

import msgspec

from shengji.game import Refusal
from shengji.server.wire import Words
from shengji.server.words import words, words_of

_TEXTS: dict[str, tuple[str, str]] = {
    "late": (
        "Something else happened first. Look at the table again, and decide anew.",
        "桌上已有变化，请看清楚再决定。",
    ),
    "not-seated": (
        "You are watching. Sit down in a free seat to do that.",
        "你正在旁观，先坐下才能这样做。",
    ),
    "bot-plays": (
        "A bot plays for you. Take your seat back first.",
        "机器人正在代你打，请先取消托管。",
    ),
    "not-host": (
        "Only the host can do that.",
        "只有房主才能这样做。",
    ),
    "match-runs": (
        "Not while a match is under way. Wait for its end.",
        "对局进行中不能这样做，请等打完。",
    ),
    "no-match": (
        "No match is under way. The host starts one.",
        "对局还没开始，由房主开始。",
    ),
    "no-such-seat": (
        "This table has {players} seats. Choose one of them.",
        "这桌只有 {players} 个座位，请选其中一个。",
    ),
    "seat-taken": (
        "{name} sits there. Choose another seat.",
        "{name} 坐在那里，请选别的座位。",
    ),
    "seat-empty": (
        "Nobody sits there.",
        "那里没有人坐。",
    ),
    "already-seated": (
        "You play in this match already. Give your seat up before you take another.",
        "你已在这一局中，先起身才能换座位。",
    ),
    "other-hand": (
        "You have seen another hand of this deal. Take that seat again, or wait for the next deal.",
        "这一局你已看过另一家的牌，请坐回原位，或等下一局。",
    ),
    "hands-open": (
        "All hands can be watched at this table. Sit down when this hand is over.",
        "本桌可以旁观各家的牌，请等这一局打完再入座。",
    ),
    "seats-free": (
        "Every seat must be taken. Wait for people, or give the free seats to bots.",
        "座位还没坐满，请等人，或让机器人补位。",
    ),
    "not-ready": (
        "Not everybody is ready: {names}.",
        "还有人没准备好：{names}。",
    ),
    "no-such-bot": (
        "There is no bot {name} that plays these rules. Choose one of these: {names}.",
        "没有能按本桌规则打的机器人 {name}，可选：{names}。",
    ),
    "not-here": (
        "Nobody of that kind is at the table. Choose somebody who is here.",
        "这桌没有这个人，请选在场的人。",
    ),
    "nothing-to-see": (
        "No result lies open now.",
        "现在没有要看的结果。",
    ),
    "chat-off": (
        "The host has turned writing off. The phrases can still be sent.",
        "房主已关闭打字聊天，仍可发快捷短语。",
    ),
    "nothing-said": (
        "Choose a phrase or write something.",
        "请选一句短语或写点什么。",
    ),
}

CODES: tuple[str, ...] = tuple(_TEXTS)
"""The codes of the table itself; those of the game come besides, and `rules`."""


class Refused(msgspec.Struct, frozen=True):
    """Why an action was refused; nothing has changed.

    Attributes:
        code: one of `CODES`, of `shengji.game.refusals.CODES`, or `rules`.
        words: the sentence.
    """

    code: str
    words: Words


def refused(code: str, **named: object) -> Refused:
    """A refusal of the table itself.

    >>> refused("seat-taken", name="Wu").words.en
    'Wu sits there. Choose another seat.'
    """
    en, hans = _TEXTS[code]
    return Refused(code, words(en.format(**named), hans.format(**named)))


def refused_by_game(refusal: Refusal) -> Refused:
    """What the rules of the game refuse."""
    return Refused(refusal.code, words_of(refusal))
