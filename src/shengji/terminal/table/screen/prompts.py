"""Prompts: the words for the moment: what has happened, what is asked, which keys do something."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card
from shengji.game import Phase
from shengji.terminal.table import phrases
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.keys import Key


def news(session: Session, speaker: Speaker) -> tuple[str, bool]:
    """The last thing that happened, and whether it is loud; after a failed throw the last two."""
    if not session.journal:
        return "", False
    last = session.journal[-2:]
    notes = last if last[0].loud and last[0].key == "throw-failed" else last[-1:]
    return " ".join(note.words(speaker) for note in notes), any(n.loud for n in notes)


def prompt(session: Session, selected: Sequence[Card], speaker: Speaker) -> str:
    """What the person, who has selected some cards, is asked."""
    hand = session.hand
    if hand is None:
        return ""
    options = speaker.options(session.options)
    match session.waits_for:
        case Wait.CALL:
            return speaker.say("ask.call", options=options)
        case Wait.BURY:
            return speaker.say("ask.bury", size=session.rules.kitty_size)
        case Wait.LEAD:
            return speaker.text("ask.lead")
        case Wait.FOLLOW:
            words = speaker.say("ask.follow", duty=phrases.duty(session, speaker))
            forced = phrases.forced(session)
            if forced and set(forced) <= set(selected):
                words = f"{words} {speaker.text('ask.forced')}"
            return words
        case Wait.NEXT | Wait.OVER:
            return speaker.text("ask.next")
    if hand.phase is Phase.DRAW and hand.trump is None:
        if options and not session.auto:
            return speaker.say("ask.draw-show", options=options)
        return speaker.text("ask.draw" if hand.cards_to_draw else "ask.last-call")
    if hand.phase is Phase.BURY:
        return speaker.say("ask.wait-bury", seat=hand.turn)
    return speaker.say("ask.wait", seat=hand.turn)


def keys(session: Session, speaker: Speaker) -> list[Key]:
    """The keys that do something now."""
    text = speaker.text
    space, enter = text("key.space"), text("key.enter")
    wait, hand = session.waits_for, session.hand
    found: list[Key] = []
    if wait in (Wait.BURY, Wait.LEAD, Wait.FOLLOW):
        does = "do.bury" if wait is Wait.BURY else "do.play"
        found += [
            Key("enter", enter, text(does)),
            Key("space", space, text("do.select")),
            Key("p", "p", text("do.pair")),
            Key("h", "h", text("do.hint")),
        ]
    elif hand is not None and hand.phase is Phase.DRAW:
        if session.options and not session.auto:
            found.append(Key("d", "d", text("do.declare")))
        if wait is Wait.CALL:
            found.append(Key("enter", enter, text("do.no")))
        else:
            found.append(Key("space", space, text("do.skip")))
    elif wait is None:
        found.append(Key("enter", enter, text("do.hurry")))
    found.append(Key("question_mark", "?", text("do.what")))
    if hand is not None and hand.tricks:
        found.append(Key("l", "l", text("do.last")))
    if hand is not None and hand.kitty is not None and hand.phase is Phase.PLAY:
        found.append(Key("k", "k", text("do.kitty")))
    if wait is None:
        found.append(Key("plus", "+ -", text("do.speed")))
    other = "中文" if speaker.language == "en" else "English"
    return [
        *found,
        Key("f1", "F1", text("do.help")),
        Key("f2", "g", other),
        Key("q", "q", text("do.quit")),
    ]
