"""On a phone: everything can be touched, nothing lies beside the screen."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually
from tests.kit import SHORT_HANDS

TALL, FLAT = (360, 640), (640, 360)
LONG: dict[Tongue, str] = {
    "en": "Why not 10♣ 10♣? Something higher is still out, so the others can take the 20 points"
    " that are led. It is time to draw trumps from the others, with the highest of them.",
    "zh-Hans": "为什么不出 10♣ 10♣？更大的牌还在外面，打出去的 20 分可能被对方拿走。"
    "此时应当用 A♠ A♠ K♠ K♠ Q♠ Q♠ 调主，让别家把主牌都打出来，然后再出副牌，就不怕别人毙掉了。",
}
"""A reason as long as one with many cards in it becomes."""
LONG_SIDE, SHORT_SIDE = 44, 24
"""The sides of every card that a finger must find, in pixels."""

_REACH = """(cards, [long, short]) => cards.map(card => {
    const box = card.getBoundingClientRect();
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest('[data-card]') === card;
    const pixels = (first, end) => Array.from({ length: end - first }, (_, at) => first + at);
    const columns = pixels(box.left, box.right), rows = pixels(box.top, box.bottom);
    const count = (lines, is_hit, enough) => {
        let found = 0;
        for (const line of lines) if (found < enough && is_hit(line)) found++;
        return found;
    };
    const down = count(rows, y => columns.some(x => hit(x, y)), long);
    const across = count(columns, x => rows.some(y => hit(x, y)), down < long ? long : short);
    return [across, down];
})"""
"""How many columns and rows of pixels find each card, counted as far as they have to be many."""
_SAY = "(said, words) => (said.textContent = words)"
_LINES = """(said, wanted) => {
    const words = document.createRange();
    words.selectNodeContents(said);
    const lines = [...words.getClientRects()].sort((one, other) => one.top - other.top);
    const line = lines.at(wanted);
    const high = (line.top + line.bottom) / 2;
    return [lines.length, said.contains(document.elementFromPoint(line.left + 4, high))];
}"""
"""The number of lines that something takes, and whether one of them is seen."""
_BESIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _nothing_beside(page: Page) -> None:
    assert page.evaluate(_BESIDE) <= 0


def _name(card: str) -> str:
    """The name of a card in the hand."""
    if card in ("BJ", "SJ"):
        return say("table.card_big_joker" if card == "BJ" else "table.card_small_joker")
    suit = say(f"table.suit_{card[-1].lower()}")
    return say("table.card", rank=card[:-1], suit=suit)


def _tap_out(player: Player) -> None:
    """Play what a bot would, by tapping one's own cards until they are the chosen ones."""
    forced = Counter(map(_name, player.until_told_turn()["forced"]))
    assert forced <= Counter(player.chosen), "what must be played is chosen from the start"
    player.button("table.hint").tap()
    ready = player.until(player.button("table.play"), player.button("table.bury"))
    expect(ready).to_be_enabled()
    wanted = Counter(player.chosen)
    player.button("table.clear").tap()
    for name in wanted:
        for copy in player.hand.and_(player.page.get_by_label(name)).all():
            has = Counter(player.chosen)[name]
            is_chosen = copy.get_attribute("aria-pressed") == "true"
            if has < wanted[name] and not is_chosen:
                copy.tap(position={"x": 8, "y": 12})
    assert Counter(player.chosen) == wanted
    player.send()


@usually("size", TALL, FLAT, ids=["tall", "flat"])
def test_a_hand_by_tapping(size: tuple[int, int], server: ServerProcess, person: Visit) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    system = "forty-points" if size == FLAT else "tractor"
    player.open_table(server.url, {"preset": system, **SHORT_HANDS[system]})
    player.play_hand(lambda: _tap_out(player))
    _nothing_beside(page)
    expect(player.button("sheets.next")).to_be_in_viewport()


@usually(
    ("rules", "size"),
    ("three-deck", TALL),
    ("three-deck", FLAT),
    ("finding-friends", TALL),
    ("finding-friends", FLAT),
    ids=["three-deck-tall", "three-deck-flat", "finding-friends-tall", "finding-friends-flat"],
)
def test_every_card_of_a_big_hand_can_be_touched(
    rules: str, size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url, rules)
    player.until_own_turn()
    _nothing_beside(page)
    player.hand.first.scroll_into_view_if_needed()
    reach = player.hand.evaluate_all(_REACH, [LONG_SIDE, SHORT_SIDE])
    assert len(reach) == len(player.hand.all()) >= 25
    for across, down in reach:
        assert max(across, down) >= LONG_SIDE, reach
        assert min(across, down) >= SHORT_SIDE, reach


@usually(("tongue", "locale"), ("zh-Hans", "zh-CN"), ("en", "en-US"))
def test_a_long_reason_is_read_from_its_first_line_to_its_last(
    tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    page = person(width=360, height=740, locale=locale)
    player = Player(page, tongue)
    player.open_table(server.url)
    player.until_own_turn()
    player.button("table.hint").tap()
    reason = page.locator("#play-fault.advice")
    reason.wait_for()
    for height in (740, 640, 560):
        page.set_viewport_size({"width": 360, "height": height})
        reason.evaluate(_SAY, LONG[tongue])
        lines, seen = reason.evaluate(_LINES, 0)
        assert lines > 2 and seen
        # What is not seen is a scroll away, and the cards lie where they did.
        reason.evaluate("said => said.parentElement.scrollTo(0, 1000)")
        assert reason.evaluate(_LINES, -1) == [lines, True]
        expect(player.button("table.play")).to_be_in_viewport(ratio=1)
        expect(player.hand.last).to_be_in_viewport()
        reason.evaluate("said => said.parentElement.scrollTo(0, 0)")


@usually("size", TALL, FLAT, ids=["tall", "flat"])
def test_no_page_is_wider_than_the_screen(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url, bots=None, start=False)
    player.button("room.fill").wait_for()
    _nothing_beside(page)
    for key in ("room.rules_show", "room.rules_change", "room.settings_change"):
        player.button(key).tap()
        player.dialog.wait_for()
        _nothing_beside(page)
        page.keyboard.press("Escape")
        player.dialog.wait_for(state="hidden")
    for route in ("", "intro"):
        page.goto(f"{server.url}/#/{route}")
        page.get_by_role("heading", level=1).wait_for()
        _nothing_beside(page)
