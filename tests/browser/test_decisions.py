"""Words before a decision: a throw has its name, a hint its reason, a play its turn."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.company import Guest, acts, play_until, two_at_a_table, wait
from tests.browser.conftest import Visit
from tests.browser.play import Player, Rules
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually


def _remark(player: Player) -> Locator:
    """The remark below the prompt."""
    return player.page.locator("#play-fault")


@pytest.mark.seed(9)  # one leads, and has two single cards of a suit
@usually(
    ("size", "tongue", "locale", "begins"),
    ((360, 740), "zh-Hans", "zh-CN", "甩牌："),
    ((1280, 800), "en", "en-US", "Throw: "),
    ids=["phone", "desktop"],
)
def test_a_throw_is_named_and_a_hint_says_why(
    size: tuple[int, int],
    tongue: Tongue,
    locale: str,
    begins: str,
    server: ServerProcess,
    person: Visit,
) -> None:
    width, height = size
    player = Player(person(width=width, height=height, locale=locale), tongue)
    assert _named_in_a_hand(player, server, begins)
    expect(player.button("table.play")).to_be_enabled()


@pytest.mark.seed(9)
@usually(
    ("tongue", "locale", "begins"),
    ("en", "en-US", "There are no throws"),
    ("zh-Hans", "zh-CN", "本桌不许甩牌"),
)
def test_where_nobody_throws_it_is_said_before(
    tongue: Tongue, locale: str, begins: str, server: ServerProcess, person: Visit
) -> None:
    """Hints lead what may be led; two cards that are chosen are refused, and nothing goes out."""
    player, rules = Player(person(locale=locale), tongue), {"throws": False}
    assert _named_in_a_hand(player, server, begins, rules)
    expect(player.button("table.play")).to_be_disabled()


def _named_in_a_hand(
    player: Player, server: ServerProcess, begins: str, rules: Rules = "tractor"
) -> bool:
    """Play a hand with hints, each of which says why, until a throw can be chosen: is it named?"""
    player.open_table(server.url, rules)
    while player.until_own_turn():
        player.button("table.hint").click()
        why = player.page.locator("#play-fault.advice")
        expect(why).to_be_visible()
        hinted = [told for told in player.told.messages if told["type"] == "hinted"]
        assert hinted[-1]["why"][player.tongue] == why.inner_text()
        if player.told.now["wait"] == "lead" and _throws(player, begins):
            return True
        player.send()
    return False


def _throws(player: Player, begins: str) -> int:
    """Choose two single cards of a suit, as a throw, and read what is said; 0: there are none."""
    suits = defaultdict[str, list[int]](list)
    ids = player.hand.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    held = [card.split("#")[0] for card in ids]
    rank = player.told.now["trump"][0]
    for at, card in enumerate(held):
        if held.count(card) == 1 and card[:-1] != rank and card not in ("BJ", "SJ"):
            suits[card[-1]].append(at)
    cards = next((found for found in suits.values() if len(found) > 1), None)
    if cards is None:
        return 0
    player.button("table.clear").click()
    for at in cards[:2]:
        player.hand.nth(at).click(position={"x": 8, "y": 12})
    assert len(player.chosen) == 2
    expect(_remark(player)).to_contain_text(begins)
    return 1


def test_a_play_is_queued_and_goes_out_at_ones_turn(server: ServerProcess, person: Visit) -> None:
    ann, ben = Guest(person()), Guest(person(width=360, height=740))
    two_at_a_table(ann, ben, server.url)
    # Ben waits for Ann, who plays before him.
    play_until([ann, ben], lambda now: acts(ann)(now) and not _has_played(ben))
    queue, last, other = ben.button("table.queue"), ben.hand.last, ben.hand.nth(2)
    last.click(position={"x": 8, "y": 12})
    queue.click()
    expect(_remark(ben)).to_have_text(say("table.queued"))
    expect(queue).to_have_attribute("aria-pressed", "true")
    # A touch cancels.
    other.click(position={"x": 8, "y": 12})
    expect(queue).to_have_attribute("aria-pressed", "false")
    other.click(position={"x": 8, "y": 12})
    queue.click()
    expect(queue).to_have_attribute("aria-pressed", "true")
    asked, plays, queued = _checks(ben), _own(ben).count("played"), ben.chosen
    ann.act()
    wait(ben.page, lambda: _checks(ben) > asked)
    # What is chosen in its place is judged after it.
    refusal = _checked(ben)[asked]["refusal"]
    if refusal is None:
        # With his play the trick may be complete, and taken at once.
        wait(ben.page, lambda: _own(ben).count("played") > plays)
    else:
        expect(_remark(ben)).to_have_text(say("table.queue_refused", why=refusal["en"]))
        assert _own(ben).count("played") == plays
        # Where only one card may be played, that one is chosen in its place.
        if ben.chosen == queued:
            expect(ben.button("table.play")).to_be_disabled()
        else:
            assert ben.now["turn"]["forced"]


def _checked(guest: Guest) -> list[dict[str, Any]]:
    return [told for told in guest.told.messages if told["type"] == "checked"]


def _checks(guest: Guest) -> int:
    """How many choices the server has judged."""
    return len(_checked(guest))


def _own(guest: Guest) -> list[str]:
    """The tricks taken and the own plays that a person has been told of, in order."""
    told = (at["event"] for message in guest.told.messages for at in message.get("events", ()))
    return [
        event["event"]
        for event in told
        if event["event"] == "trick_taken"
        or (event["event"] == "played" and event["seat"] == guest.seat)
    ]


def _has_played(guest: Guest) -> bool:
    """Whether a person has played to the trick under way."""
    return _own(guest)[-1:] == ["played"]
