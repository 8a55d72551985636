"""A moment in words: what has just happened, who decides, and what is owed on which lead."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from shengji.game import (
    DealtAgain,
    FriendJoined,
    LandBid,
    Phase,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
)
from shengji.game.duty import duty_words
from shengji.record.telling import deciding_seat, news
from shengji.words import LANGUAGES
from tests.record.kit import FAMILY
from tests.record.test_viewing import watched


@pytest.mark.parametrize("name", ["tractor", "friends", "must beat", "land for all", "asked again"])
def test_who_decides_and_what_is_owed(name: str) -> None:
    """Before everything that somebody decided, whoever decided it was asked."""
    viewing = watched(name)
    events, follows = viewing.record.events, 0
    for at in viewing.stops[::3]:
        viewing.go(at)
        owing, hand = deciding_seat(viewing), viewing.match.hand
        assert hand is not None
        if owing is None or at == len(events):
            continue
        event = events[at]
        assert owing.phase is hand.phase
        assert owing.seat == getattr(event, "seat", owing.seat)
        if isinstance(event, Played) and hand.trick is not None:
            lead, held = hand.trick.lead_for(event.seat), hand.hands[event.seat]
            assert owing.words == duty_words(lead, lead.owed(held), held)
            assert owing.why.startswith(f"bot {hand.trick.leader} led ")
            follows += 1
        elif isinstance(event, Played | ThrowFailed):
            assert (owing.words, owing.why) == ("what to lead?", "")
        for language in LANGUAGES:
            told = deciding_seat(viewing, language)
            assert told is not None and told.words
    assert follows > 10


def test_what_others_owe_is_not_told_to_a_seat() -> None:
    viewing = watched("tractor", 0)
    viewing.go(viewing.place_of(1, 3, 1))
    hand = viewing.match.hand
    assert hand is not None and hand.trick is not None
    for at in viewing.stops:
        viewing.go(at)
        owing = deciding_seat(viewing)
        if owing is not None and owing.why:
            assert (owing.words == "what to follow with?") == (owing.seat != 0)


def test_nobody_decides_in_the_draw_or_after_the_hand() -> None:
    viewing = watched("tractor")
    assert deciding_seat(viewing) is None
    for at in (0, 1, viewing.place_of(1, 1), viewing.hands[1] - 60):
        viewing.go(at)
        assert deciding_seat(viewing) is None


def test_nobody_is_asked_between_a_bid_for_the_land_and_the_kitty() -> None:
    """Z21 §6.2: who has bid takes the kitty and buries, before the others are asked again."""
    viewing = watched("land for all")
    bids = [at for at, e in enumerate(viewing.record.events, 1) if isinstance(e, LandBid)]
    assert bids
    for at in bids:
        viewing.go(at)
        assert deciding_seat(viewing) is None
        viewing.go(at + 1)
        burying = deciding_seat(viewing)
        assert burying is not None and burying.phase is Phase.BURY


@pytest.mark.parametrize("name", FAMILY)
def test_what_has_happened_is_told(name: str) -> None:
    viewing = watched(name)
    told = (Played, Shown, ThrowFailed, LandBid, FriendJoined, DealtAgain)
    stops = [0, *viewing.stops]
    for before, at in islice(pairwise(stops), 90):
        viewing.go(at)
        events = viewing.record.events[before:at]
        least = sum(isinstance(event, told) for event in events)
        least += sum(isinstance(event, RedealAnswered) and event.wanted for event in events)
        for language in LANGUAGES:
            assert len(news(viewing, language)) >= least
            assert not any("{" in words for words in news(viewing, language))


def test_the_words_of_a_moment() -> None:
    viewing = watched("tractor")
    viewing.go(viewing.place_of(1, 1, 1))
    assert news(viewing) == [
        "bot 1 throws 9♦ 6♦ 6♦ 5♦, but bot 2 can beat it.",
        "bot 1 leads 5♦ (a single in diamonds).",
    ]
    owing = deciding_seat(viewing, names=["Ann", "Bo", "Cai", "Dee"])
    assert owing is not None and owing.phase is Phase.PLAY and owing.seat == 2
    assert owing.why == "Bo led a single in diamonds."
    assert owing.words == "You have diamonds, so play one."
    viewing.step(4)
    assert news(viewing, "zh")[0] == "bot 2赢得第 1 轮，5 分。"
