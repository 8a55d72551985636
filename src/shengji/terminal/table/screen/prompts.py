"""Prompts: the latest event, the question to the player, and the active keys."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card
from shengji.game import Phase
from shengji.terminal.table import phrases, questions
from shengji.terminal.table.session import TO_CHOOSE_CARDS, Session, Wait
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.keys import Key

_JOINED = frozenset(
    {
        "throw-failed",
        "joins",
        "joins-again",
        "claims-redeal",
        "land-bid",
        "calls",
        "claims-all",
        "claims-none",
    }
)
"""The notes that stay visible together with the next one."""


def news(session: Session, speaker: Speaker) -> tuple[str, bool]:
    """The latest event, and whether it is important; some events stay for one more."""
    if not session.journal:
        return "", False
    last = session.journal[-2:]
    notes = last if last[0].key in _JOINED else last[-1:]
    return speaker.joined(*(speaker.sentence(note) for note in notes)), any(n.loud for n in notes)


_WAITING = {
    Phase.REDEAL: "ask.wait-redeal",
    Phase.BURY: "ask.wait-bury",
    Phase.LAND: "ask.wait-land",
    Phase.CALL: "ask.wait-call",
    Phase.PLAY: "ask.wait",
}


def prompt(session: Session, selected: Sequence[Card], speaker: Speaker) -> str:
    """The question to the player, who has selected some cards."""
    hand = session.hand
    if hand is None:
        return ""
    asked = questions.question(session, speaker)
    if asked is not None:
        said = [asked.render(speaker, "ask")]
        forced = phrases.forced(session) if session.waits_for is Wait.FOLLOW else []
        if forced and set(forced) <= set(selected):
            said.append(speaker.text("ask.forced"))
        claim = questions.claim_offer(session)
        if claim is not None:
            said.append(claim.render(speaker, "ask"))
        return speaker.joined(*said)
    if hand.phase is Phase.DRAW and hand.trump is None:
        return speaker.text("ask.draw" if hand.cards_to_draw else "ask.all-drawn")
    if hand.turn is None or hand.phase not in _WAITING:
        return speaker.text("ask.again" if hand.phase is Phase.AGAIN else "ask.all-drawn")
    return speaker.say(_WAITING[hand.phase], seat=hand.turn)


def pondering(session: Session, selected: Sequence[Card], speaker: Speaker) -> str:
    """The text while a bot thinks for long; the prompt if the player may act."""
    hand = session.hand
    if hand is None or session.waits_for is not None or (session.options and not session.auto):
        return prompt(session, selected, speaker)
    return phrases.thinking(hand, speaker)


def keys(session: Session, speaker: Speaker) -> list[Key]:
    """The keys that are active now."""
    text = speaker.text
    wait, hand = session.waits_for, session.hand
    space, enter = text("key.space"), text("key.enter")
    found = [
        Key(answer.key, enter if answer.key == "enter" else answer.key, text(answer.label))
        for answer in questions.answers(session)
    ]
    if wait in TO_CHOOSE_CARDS:
        found[1:1] = [
            Key("space", space, text("do.select")),
            Key("p", "p", text("do.pair")),
            Key("h", "h", text("do.hint")),
        ]
    elif wait is None and hand is not None and hand.phase is Phase.DRAW:
        found.append(Key("space", space, text("do.skip")))
    elif wait is None:
        found.append(Key("enter", enter, text("do.hurry")))
    found.append(Key("question_mark", "?", text("do.what")))
    if hand is not None and hand.tricks:
        found.append(Key("l", "l", text("do.last")))
    if hand is not None and hand.kitty is not None and hand.phase is Phase.PLAY:
        found.append(Key("k", "k", text("do.kitty")))
    if hand is not None and hand.phase is Phase.PLAY:
        found.append(Key("n", "n", text("do.count")))
    found.append(Key("s", "s", text("do.score")))
    if wait is None:
        found.append(Key("plus", "+ -", text("do.speed")))
    other = "中文" if speaker.language == "en" else "English"
    return [
        *found,
        Key("f1", "F1", text("do.help")),
        Key("f2", "g", other),
        Key("q", "q", text("do.quit")),
    ]
