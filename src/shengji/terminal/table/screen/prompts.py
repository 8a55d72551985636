"""Prompts: the latest event, the question to the player, and the active keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shengji.cards import Card
from shengji.game import Phase
from shengji.terminal.table import phrases
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
    return speaker.joined(*(speaker.tell(note) for note in notes)), any(n.loud for n in notes)


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
    match session.waits_for:
        case Wait.DECLARE:
            return speaker.say("ask.declare", options=session.options)
        case Wait.REDEAL:
            return speaker.say("ask.redeal", reason=phrases.redeal_reason(session, speaker))
        case Wait.BURY:
            return speaker.say("ask.bury", size=session.rules.kitty_size)
        case Wait.LAND:
            lies = phrases.lies_there(hand, speaker)
            return speaker.say("ask.land", lies=lies, options=session.land_options)
        case Wait.CALL:
            return speaker.text("ask.call")
        case Wait.LEAD:
            return speaker.joined(speaker.text("ask.lead"), *_offer(session, speaker))
        case Wait.FOLLOW:
            said = [speaker.say("ask.follow", duty=phrases.duty(session, speaker))]
            forced = phrases.forced(session)
            if forced and set(forced) <= set(selected):
                said.append(speaker.text("ask.forced"))
            return speaker.joined(*said, *_offer(session, speaker))
        case Wait.NEXT | Wait.OVER:
            return speaker.text("ask.next")
    if hand.phase is Phase.DRAW and hand.trump is None:
        if session.options and not session.auto:
            return speaker.say("ask.draw-show", options=session.options)
        return speaker.text("ask.draw" if hand.cards_to_draw else "ask.all-drawn")
    if hand.turn is None or hand.phase not in _WAITING:
        return speaker.text("ask.again" if hand.phase is Phase.AGAIN else "ask.all-drawn")
    return speaker.say(_WAITING[hand.phase], seat=hand.turn)


def _offer(session: Session, speaker: Speaker) -> Iterator[str]:
    """Yield the claim open to the player as a sentence, if any."""
    takes = session.claimable
    if takes is not None:
        yield speaker.text("ask.claim-all" if takes == "all" else "ask.claim-none")


def pondering(session: Session, selected: Sequence[Card], speaker: Speaker) -> str:
    """The text while a bot thinks for long; the prompt if the player may act."""
    hand = session.hand
    if hand is None or session.waits_for is not None or (session.options and not session.auto):
        return prompt(session, selected, speaker)
    return phrases.thinking(hand, speaker)


def keys(session: Session, speaker: Speaker) -> list[Key]:
    """The keys that are active now."""
    text = speaker.text
    space, enter = text("key.space"), text("key.enter")
    wait, hand = session.waits_for, session.hand
    found: list[Key] = []
    if wait in TO_CHOOSE_CARDS:
        does = "do.bury" if wait is Wait.BURY else "do.play"
        found += [
            Key("enter", enter, text(does)),
            Key("space", space, text("do.select")),
            Key("p", "p", text("do.pair")),
            Key("h", "h", text("do.hint")),
        ]
        if session.claimable is not None:
            found.append(Key("t", "t", text("do.claim")))
    elif wait is Wait.REDEAL:
        found += [Key("r", "r", text("do.redeal")), Key("enter", enter, text("do.play-on"))]
    elif wait is Wait.LAND:
        found += [Key("d", "d", text("do.bid")), Key("enter", enter, text("do.pass"))]
    elif wait is Wait.CALL:
        found.append(Key("enter", enter, text("do.call")))
    elif hand is not None and hand.phase is Phase.DRAW:
        if session.options and not session.auto:
            found.append(Key("d", "d", text("do.declare")))
        if wait is Wait.DECLARE:
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
