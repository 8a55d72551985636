"""Layout of the table on a phone, a tablet, a desktop and a wall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.company import Guest, acts, play_until, two_at_a_table, wait
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

PHONE, DESKTOP, WALL = (360, 740), (1280, 800), (2560, 1440)
SMALL_TABLET, TABLET = (768, 1024), (820, 1180)

_CARDS = """cards => cards.map(card => {
    const box = card.getBoundingClientRect();
    const style = getComputedStyle(card);
    const [x, y] = style.translate.split(' ').map(parseFloat);
    return {id: card.dataset.card, x, y: y || 0, width: box.width};
})"""
"""Where the cards of the hand lie, whether or not they are chosen."""

_SEEN = """
globalThis.seen = [];
new MutationObserver(() => {
    for (const button of document.querySelectorAll('button:not(:disabled)'))
        seen.push(button.innerText.trim());
}).observe(document, { childList: true, subtree: true });
"""
"""Keeps what was written on every button that could ever be pressed."""

_MOVING = """() => document.getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => effect.target.className)"""

_STANDS = """element => new Promise(stands => {
    let last = NaN, times = 0;
    const look = () => {
        const { y } = element.getBoundingClientRect();
        times = y === last ? times + 1 : 0;
        last = y;
        if (times < 6) requestAnimationFrame(look);
        else stands(y);
    };
    look();
})"""
"""The distance of something from the top, once it stays where it is painted."""

_LISTEN = """felt => {
    const boxes = selector => [...felt.querySelectorAll(selector)].map(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom];
    });
    const rest = 500;  // in milliseconds; it moves aside for cards that come in
    const known = new Set([...felt.querySelectorAll('[data-said]')].map(it => it.dataset.said));
    globalThis.heard = new Promise(hear => {
        const look = () => {
            const bubble = [...felt.querySelectorAll('[data-said]')]
                .find(it => !known.has(it.dataset.said));
            if (!bubble) return;
            watch.disconnect();
            setTimeout(() => hear({
                text: bubble.innerText.trim() || bubble.querySelector('[aria-label]').ariaLabel,
                said: boxes('[data-said]'),
                cards: boxes('.card'),
                plates: Object.fromEntries([...felt.querySelectorAll('[data-seat]')].map(plate =>
                    [plate.dataset.seat, boxes(`[data-seat='${plate.dataset.seat}']`)[0]])),
            }), rest);
        };
        const watch = new MutationObserver(look);
        watch.observe(felt, { childList: true, subtree: true });
    });
}"""
"""Keeps what is said next, and where it stands; that does not stand there for long."""

Box = tuple[float, float, float, float]


def _lies(player: Player) -> dict[str, dict[str, Any]]:
    """Where each card of the own hand lies."""
    return {card["id"]: card for card in player.hand.evaluate_all(_CARDS)}


def _at_turn(player: Player, url: str, rules: str = "tractor") -> None:
    player.open_table(url, rules)
    assert player.until_own_turn()


@pytest.mark.seed(62)  # 4, 4, 10 and 7 cards: the suit of ten has room on neither of two rows
@pytest.mark.parametrize("size", [SMALL_TABLET, TABLET], ids=["small", "large"])
def test_a_tablet_shows_tens_whole_on_two_rows(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    player = Player(person(width=width, height=height))
    _at_turn(player, server.url)
    status = player.page.locator("header.status").bounding_box()
    assert status is not None and status["height"] < 60  # the state of the hand is one line
    lies = _lies(player)
    assert len(lies) == 25
    rows = sorted({card["y"] for card in lies.values()})
    assert len(rows) == 2
    for row in rows:
        places = sorted(card["x"] for card in lies.values() if card["y"] == row)
        wide = next(iter(lies.values()))["width"]
        assert all(b - a >= wide * 0.36 for a, b in pairwise(places))
    hearts = {card["y"] for id_, card in lies.items() if "H#" in id_ and id_[0] != "2"}
    assert len(hearts) == 1, "it is cut only where it has to be"


def _shows_what_breaks_the_rule(player: Player, size: int) -> None:
    """Cards in no legal play are faded; chosen ones that break the rule are marked and named."""
    page = player.page
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 780})
        faint = player.hand.filter(has=page.locator(".faint"))
        for at in range(size - len(player.chosen)):
            faint.nth(at).click(position={"x": 8, "y": 12})
        offending = player.hand.filter(has=page.locator(".offending"))
        expect(offending.first).to_be_visible()
        name = offending.first.get_attribute("aria-label") or ""
        expect(page.locator("#play-fault")).to_contain_text(name)
        expect(player.button("table.play")).to_be_disabled()
        player.button("table.clear").click()
        expect(offending).to_have_count(0)


def test_a_phone_keeps_cards_where_they_are(server: ServerProcess, person: Visit) -> None:
    width, height = PHONE
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url)
    bar = page.locator("#play-fault")
    shifts, before, asked = 0, dict[str, dict[str, Any]](), 0.0
    tried = False
    while player.until_own_turn():
        playing = player.button("table.play").is_visible()
        turn = player.until_told_turn()
        if not tried and turn["unplayable"] and turn["size"] > len(turn["forced"]):
            _shows_what_breaks_the_rule(player, turn["size"])
            page.set_viewport_size({"width": width, "height": height})
            tried, before = True, {}
        if playing:
            place = bar.evaluate(_STANDS)
            lies = _lies(player)
            assert len({card["y"] for card in lies.values()}) <= 2
            if any(
                before and (is_at["y"] != before[card]["y"] or is_at["x"] > before[card]["x"])
                for card, is_at in lies.items()
            ):
                shifts += 1
            elif before:
                assert place == asked, "what is said of a choice stands where it stood"
            before, asked = lies, place
        player.follow_hint()
    assert tried
    assert 0 < shifts <= 5, "only when it fits on fewer rows, or much more of each card shows"


_CUT = """calls => calls.filter(call => {
    const [own, list] = [call, call.parentElement].map(it => it.getBoundingClientRect());
    return own.left < list.left || own.right > Math.min(list.right, innerWidth) + 0.5;
}).map(call => call.title)"""
"""The called cards that are cut at the side."""

TWELVE = {"preset": "finding-friends", "players": 12, "decks": 3}


def test_a_phone_shows_all_cards_that_are_called_among_twelve(
    server: ServerProcess, person: Visit
) -> None:
    width, height = PHONE
    player = Player(person(width=width, height=height))
    player.open_table(server.url, TWELVE)
    called = player.page.get_by_role("list", name=say("table.calls")).get_by_role("listitem")
    found = called.and_(player.page.locator(".found"))
    while player.until_own_turn() and found.count() < 2:  # with whoever has answered they are wider
        player.follow_hint()
    expect(called).to_have_count(5)
    assert called.evaluate_all(_CUT) == []


def test_a_wall_shows_more_and_larger(server: ServerProcess, person: Visit) -> None:
    page = person(width=DESKTOP[0], height=DESKTOP[1])
    player = Player(page)
    _at_turn(player, server.url)
    beside = page.get_by_role("complementary", name=say("table.beside"))
    expect(beside).to_have_count(0)
    small = next(iter(_lies(player).values()))["width"]
    words = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.set_viewport_size({"width": WALL[0], "height": WALL[1]})
    expect(beside).to_be_visible()
    wait(page, lambda: next(iter(_lies(player).values()))["width"] >= 1.6 * small)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > words
    for key in ("sheets.score", "sheets.last_trick", "sheets.chat"):
        expect(beside.get_by_role("region", name=say(key), exact=True)).to_be_visible()
        # What stands there needs no button.
        expect(page.get_by_role("button", name=say(key), exact=True)).to_be_hidden()
    beside.get_by_role("button", name=say("sheets.phrase_nice")).click()
    expect(beside.locator("ol").get_by_text(say("sheets.phrase_nice"))).to_be_visible()


@usually("locale", "en-US", "zh-CN")
def test_play_now_shows_no_waiting_room(locale: str, server: ServerProcess, person: Visit) -> None:
    tongue: Tongue = "en" if locale == "en-US" else "zh-Hans"
    page = person(locale=locale)
    player = Player(page, tongue)
    page.add_init_script(_SEEN)
    page.goto(server.url)
    player.button("shell.play_now").click()
    player.hand.first.wait_for()
    seen = set(page.evaluate("seen"))
    play_now = say("shell.play_now", tongue)
    assert play_now in seen
    for key in ("room.start", "room.fill", "room.ready", "room.rules_change"):
        # In Chinese the lobby and the waiting room say "start" alike.
        assert say(key, tongue) not in seen - {play_now}


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """The page of somebody who has not asked for less movement."""
    context = browser.new_context(reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def test_nothing_moves_endlessly_while_a_person_is_waited_for(
    server: ServerProcess, lively: Page
) -> None:
    player = Player(lively)
    _at_turn(player, server.url)
    wait(lively, lambda: lively.evaluate(_MOVING) == [])


@pytest.mark.seed(6)  # two have played before it is Ann's turn
@usually("size", PHONE, TABLET, DESKTOP, ids=["phone", "tablet", "desktop"])
def test_words_stand_at_their_seat_and_on_no_card(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    ann, ben = Guest(person(width=width, height=height)), Guest(person())
    two_at_a_table(ann, ben, server.url)
    play_until(
        [ann, ben],
        lambda now: (acts(ann)(now) and len(ann.plays) >= 2) or now["wait"] in ("next", "over"),
    )
    assert len(ann.plays) >= 2
    ben.button("sheets.chat").click()
    thanks = ben.dialog.get_by_role("button", name=say("sheets.phrase_thanks"))
    _stands_at(ann, ben, thanks, say("sheets.phrase_thanks"))
    ben.page.keyboard.press("Escape")

    # What is drawn takes the place of what the same person has said.
    ben.button("sheets.react").click()
    flower = say("sheets.phrase_flower")
    _stands_at(ann, ben, ben.page.get_by_role("menuitem", name=flower), flower)
    expect(ben.page.get_by_role("menu")).to_have_count(0)
    log = ann.page.get_by_role("log", name=say("announce.log"))
    expect(log).to_contain_text(say("announce.says", name=_name(ben), text=flower))
    # It asks nobody to read the chat.
    expect(ann.button("sheets.chat_unread", count=1)).to_be_visible()
    expect(ann.felt.locator("[data-said]")).to_have_count(0)


def _name(guest: Guest) -> str:
    assert guest.seat is not None
    name: str = guest.table["seats"][guest.seat]["name"]
    return name


def _said(listener: Guest, button: Locator) -> dict[str, Any]:
    """The words at the seats after a button is pressed, and the places of everything meanwhile."""
    listener.felt.evaluate(_LISTEN)
    button.click()
    heard: dict[str, Any] = listener.page.evaluate("heard")
    return heard


def _stands_at(viewer: Guest, speaker: Guest, button: Locator, words: str) -> None:
    """Words stand nearer to who says them than to anybody else, on no card, and alone."""
    heard = _said(viewer, button)
    assert heard["text"] == words
    (said,) = heard["said"]
    assert not any(_meet(said, card) for card in heard["cards"])
    plates: dict[str, Box] = heard["plates"]
    nearest = min(plates, key=lambda seat: _apart(said, plates[seat]))
    assert nearest == str(speaker.seat)


@pytest.mark.campaign
def test_who_wants_nothing_said_at_the_seats_has_it_in_the_chat_alone(
    server: ServerProcess, person: Visit
) -> None:
    ann, ben = (
        Guest(person(width=PHONE[0], height=PHONE[1], locale="zh-CN"), "zh-Hans"),
        Guest(person()),
    )
    ann.page.add_init_script(
        "localStorage.setItem('shengji.preferences', JSON.stringify({speech: false}))"
    )
    table = ben.open_table(server.url, private=True)
    ann.page.goto(f"{server.url}/#/table/{table}")
    ann.button("room.watch").click()
    for key in ("phrase_good_hand", "phrase_thumbs_up"):
        ben.button("sheets.react").click()
        words = say(f"sheets.{key}")
        assert _said(ben, ben.page.get_by_role("menuitem", name=words))["text"] == words
    ann.page.get_by_role("button", name=say("sheets.chat", "zh-Hans")).first.click()
    said = ann.dialog.locator("ol")
    expect(said).to_contain_text(say("sheets.phrase_good_hand", "zh-Hans"))
    expect(said.get_by_role("img", name=say("sheets.phrase_thumbs_up", "zh-Hans"))).to_be_visible()
    assert ann.messages == []
    words = say("sheets.phrase_good_hand", "zh-Hans")
    expect(ann.page.get_by_role("log", name=say("announce.log", "zh-Hans"))).not_to_contain_text(
        words
    )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _apart(one: Box, other: Box) -> float:
    """How far apart the nearest edges of two boxes are."""
    across = max(0, one[0] - other[2], other[0] - one[2])
    down = max(0, one[1] - other[3], other[1] - one[3])
    return float(across**2 + down**2)
