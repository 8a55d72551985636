"""The questions to the player, and their answers by key and by word, for both tables."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Literal, NamedTuple

from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    ClaimRest,
    Command,
    Play,
    Show,
    Takes,
    callable_cards,
)
from shengji.terminal.table import phrases
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import PERSON, Speaker


class Answer(NamedTuple):
    """An answer to a question.

    Attributes:
        key: the key on the screen.
        label: the text of the key's label.
        words: the words of the plain table.
        command: creates the command from the chosen cards; `None` if the answer is no command, or
            needs more than cards.
    """

    key: str
    label: str
    words: tuple[str, ...]
    command: Callable[[tuple[Card, ...]], Command] | None = None


class Question(NamedTuple):
    """A question to the player.

    Attributes:
        name: the texts are `ask.NAME` on the screen, and `plain.NAME` on the plain table.
        params: the parameters of both texts.
    """

    name: str
    params: dict[str, object]

    def render(self, speaker: Speaker, table: Literal["ask", "plain"]) -> str:
        """Format the text of a table; without one of its own, the plain table uses the other."""
        key = f"{table}.{self.name}"
        return speaker.say(key if key in speaker.texts else f"ask.{self.name}", **self.params)


def _claim(takes: Takes) -> Answer:
    return Answer("t", "do.claim", ("claim",), lambda _: ClaimRest(PERSON, takes))


_SHOW = Answer("d", "do.declare", ("show", "bid"), lambda cards: Show(PERSON, cards))
_PLAY = Answer("enter", "do.play", ("play",), lambda cards: Play(PERSON, cards))
_CLAIM_REDEAL = AnswerRedeal(PERSON, wanted=True)
_PLAY_ON = AnswerRedeal(PERSON, wanted=False)

ANSWERS: dict[Wait, tuple[Answer, ...]] = {
    Wait.DECLARE: (_SHOW, Answer("enter", "do.no", ("pass",))),
    Wait.REDEAL: (
        Answer("r", "do.redeal", ("redeal",), lambda _: _CLAIM_REDEAL),
        Answer("enter", "do.play-on", ("pass",), lambda _: _PLAY_ON),
    ),
    Wait.BURY: (Answer("enter", "do.bury", ("bury", "play"), lambda cards: Bury(PERSON, cards)),),
    Wait.LAND: (
        Answer("d", "do.bid", ("bid", "show", "play"), lambda cards: BidLand(PERSON, cards)),
        Answer("enter", "do.pass", ("pass",), lambda _: BidLand(PERSON)),
    ),
    Wait.CALL: (Answer("enter", "do.call", ("call",)),),
    Wait.LEAD: (_PLAY,),
    Wait.FOLLOW: (_PLAY,),
}
"""The answers to each question, without a claim."""

_OUT_OF_TURN = {
    answer.words[0]: answer.command
    for answer in (*chain.from_iterable(ANSWERS.values()), _claim("all"))
    if answer.words != ("pass",)
}
"""The commands of words that answer no question; the match refuses them with the reason."""


def answers(session: Session) -> tuple[Answer, ...]:
    """The answers to the question of now; empty if there is none."""
    wait, takes = session.waits_for, session.claimable
    if wait is None:
        return (_SHOW,) if session.options and not session.auto else ()
    found = ANSWERS.get(wait, ())
    if takes is None:
        return found
    return *found, _claim(takes)


def command_by_key(session: Session, key: str, cards: tuple[Card, ...] = ()) -> Command | None:
    """The command that a key of the screen sends; `None` for a key that sends none."""
    for answer in answers(session):
        if answer.key == key and answer.command is not None:
            return answer.command(cards)
    return None


def command_by_word(session: Session, word: str, cards: tuple[Card, ...] = ()) -> Command | None:
    """The command that a word of the plain table sends; `None` for a word that sends none."""
    create = _OUT_OF_TURN.get(word)
    for answer in answers(session):
        if word in answer.words:
            create = answer.command
    return None if create is None else create(cards)


def question(session: Session, speaker: Speaker) -> Question | None:
    """The question of now, or `None`."""
    hand, rules = session.hand, session.rules
    if hand is None:
        return None
    match session.waits_for:
        case Wait.DECLARE:
            return Question("declare", {"options": session.options})
        case Wait.REDEAL:
            return Question("redeal", {"reason": phrases.redeal_reason(session, speaker)})
        case Wait.BURY:
            return Question("bury", {"size": rules.kitty_size})
        case Wait.LAND:
            lies = phrases.lies_there(hand, speaker)
            return Question("land", {"lies": lies, "options": session.land_options})
        case Wait.CALL:
            text = speaker.cards(callable_cards(hand.space))
            params = {"size": rules.calls, "decks": rules.deck_count, "text": text}
            return Question("call", params)
        case Wait.LEAD:
            return Question("lead", {})
        case Wait.FOLLOW:
            return Question("follow", {"duty": phrases.duty(session, speaker)})
        case Wait.NEXT | Wait.OVER:
            return Question("next", {})
    return Question("draw-show", {"options": session.options}) if answers(session) else None


def claim_offer(session: Session) -> Question | None:
    """The offer of a claim, in addition to the question; `None` without a claim."""
    takes = session.claimable
    return None if takes is None else Question(f"claim-{takes}", {})
