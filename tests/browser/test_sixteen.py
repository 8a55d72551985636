"""A club's night of sixteen, played by its pages alone: three tables on phones, one with cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.company import latest, next_guest, wait
from tests.browser.conftest import Visit, frequented
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.browser.test_nights import HOUSE, Desk, Phone, Visitor, signed
from tests.browser.test_table_devices import TableDevice

pytestmark = pytest.mark.campaign

BOSS, CLUB, SEASON, TITLE = "Olga Wu", "Fridays", "Autumn", "The first"
REAL = 1
"""The table with real cards."""
PLAYERS = ("Ann", "Ben", "Eve", "Gus", "Hal", "Ida", "王波", "李娣", "方竹", "周宁", "吴越", "郑一")
WITHOUT_PHONE = {"old": "Old Tom", "zo": "Zoe", "xm": "谢明", "hl": "何兰"}
"""Members without account, by letters that find them."""
WRITTEN = ((0, ("declarers", 3)), (10, ("declarers", 2)), (45, ("opponents", 0)))
"""Points of the Opponents in hands with cards, with the side that wins and its levels."""
AT_THE_DESK = ((25, ("declarers", 1)), (60, ("opponents", 1)))


class Hand(NamedTuple):
    """A hand that was played: the names by seat, and those whose side went up by some levels."""

    names: Sequence[str]
    winners: frozenset[str]
    levels: int


def results(hands: Sequence[Hand]) -> dict[str, tuple[int, int, int]]:
    """The score, the hands won and the hands of each player."""
    score, won, played = Counter[str](), Counter[str](), Counter[str]()
    for hand in hands:
        for name in hand.names:
            wins = name in hand.winners
            score[name] += hand.levels if wins else -hand.levels
            won[name] += wins
            played[name] += 1
    return {name: (score[name], won[name], played[name]) for name in played}


def online(guests: Sequence[Phone], names: Sequence[str]) -> Hand:
    """The hand that ended at a table of the site, as one of its pages was told."""
    told = (event["event"] for m in guests[0].told.messages for event in m.get("events", ()))
    ended: dict[str, Any] = next(event for event in told if event["event"] == "hand_ended")
    declarers = {names[seat] for seat in ended["declarers"]}
    wins = declarers if ended["winner"] == "declarers" else set(names) - declarers
    return Hand(names, frozenset(wins), ended["levels"])


def with_cards(names: Sequence[str], dealer: str, result: tuple[str, int]) -> Hand:
    """A hand with cards; its dealer's side are the Declarers."""
    at = names.index(dealer) % 2
    side, levels = result
    return Hand(names, frozenset(names[at if side == "declarers" else 1 - at :: 2]), levels)


def play_all(tables: Sequence[Sequence[Phone]]) -> None:
    """Play a hand at all tables at once, each player through the own page."""

    def over(guests: Sequence[Phone]) -> bool:
        return latest(guests)["wait"] in ("next", "over")

    page = tables[0][0].page
    while under_way := [guests for guests in tables if not over(guests)]:
        ready: list[Sequence[Phone]] = []

        def someone(
            tables: Sequence[Sequence[Phone]] = under_way, ready: list[Sequence[Phone]] = ready
        ) -> bool:
            ready[:] = [guests for guests in tables if over(guests) or next_guest(guests)]
            return bool(ready)

        wait(page, someone)
        for guests in ready:
            if guest := next_guest(guests):
                guest.act()


class Boss(Desk):
    """The organiser, who founds the club and runs its night."""

    def link_to(self, key: str) -> Locator:
        """A link of the page, by its words."""
        return self.page.get_by_role("link", name=say(key, self.tongue), exact=True)

    def found(self, url: str) -> str:
        """Found the club, with its members and season; the address of its page."""
        self.page.goto(f"{url}/#/nights")
        self.link_to("clubs.found").click()
        self.field("clubs.name").fill(CLUB)
        self.press_on("clubs.found_now")
        self.link_to("clubs.do_invite").click()
        for name in WITHOUT_PHONE.values():
            self.field("clubs.add_name").fill(name)
            self.press_on("clubs.add_now")
            expect(self.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
        self.look("the members")
        club = self.page.url.rpartition("/")[0]
        self.page.goto(f"{club}/next")
        self.link_to("clubs.do_season").click()
        self.press_on("clubs.season_new")
        self.field("clubs.season_name").fill(SEASON)
        self.field("clubs.season_least").fill("1")
        self.field("clubs.season_least").press("Tab")
        self.look("a season is begun")
        self.press_on("clubs.save")
        expect(self.page.get_by_role("link", name=SEASON, exact=True)).to_be_visible()
        return club

    def open(self, club: str) -> str:
        """Make the night of the club, of two rounds; the link to check in."""
        self.page.goto(club)
        self.link_to("clubs.make_night").first.click()
        self.field("organising.title").fill(TITLE)
        self.field("organising.rules").select_option(label=str(HOUSE["name"]))
        rounds = say("organising.rounds", self.tongue)
        number = self.page.get_by_label(
            say("rules.choose_number", self.tongue, option=rounds), exact=True
        )
        number.fill("2")
        number.press("Tab")
        cards = say("organising.cards_some", self.tongue)
        self.page.get_by_role("radio", name=cards, exact=True).check()
        # Who is rated plays against a strict clock, for which a busy machine is too slow.
        self.page.get_by_role("switch", name=say("organising.rated", self.tongue)).uncheck()
        self.look("the form")
        return self.send_form()

    def check_in_members(self) -> None:
        """Check in the members without phones, found by letters."""
        here = say("clubs.here", self.tongue)
        for letters, name in WITHOUT_PHONE.items():
            self.field("clubs.find").fill(letters)
            button = self.page.get_by_role("button", name=f"{here} {name}", exact=True)
            button.click()
            expect(button).to_have_count(0)

    def draw(self, number: int) -> dict[int, list[str]]:
        """Draw a round; the names by seat of each table."""
        self.press_on("organising.draw", round=number)
        self.button("organising.draw_again").wait_for()
        seated = {table: self.seated(table) for table in range(1, 5)}
        assert set(seated[REAL]) == set(WITHOUT_PHONE.values())
        return seated

    def end_round(self, number: int) -> None:
        """End a round."""
        self.press_on("organising.end_round")
        next_step = "organising.end_night" if number == 2 else "organising.draw"
        self.button(next_step, round=number + 1).wait_for()


@pytest.fixture
def site(tmp_path: Path) -> Any:
    """A server of its own, to which all come from one address."""
    with frequented(tmp_path) as server:
        yield server


@pytest.mark.parametrize(
    ("tongue", "view"),
    [
        ("en", {"width": 1280, "height": 800, "locale": "en-US"}),
        ("zh-Hans", {"width": 360, "height": 740, "locale": "zh-CN", "color_scheme": "dark"}),
    ],
    ids=["en-1280", "zh-360"],
)
def test_sixteen_play_two_rounds_by_the_pages_alone(
    site: ServerProcess, person: Visit, tongue: Tongue, view: dict[str, Any]
) -> None:
    url = site.url
    boss = Boss(person(**view, base_url=url), tongue)
    boss.keep_house()
    boss.become(url, BOSS)
    club = boss.found(url)
    link = boss.open(club)
    phones = {name: Phone(person(**view), tongue) for name in PLAYERS}
    for name, phone in phones.items():
        phone.page.goto(link)
        phone.field("nights.your_name").fill(name)
        phone.press_on("nights.check_in")
        phone.sees("nights.not_drawn")
    boss.check_in_members()
    boss.sees("organising.present", here=16, gone=0)
    boss.look("everybody is here")

    # A device lies on the table with cards, and is ended after the first round.
    seated, hands = boss.draw(1), list[Hand]()
    boss.press_on("organising.devices")
    boss.press_on("organising.device_new")
    code = boss.dialog.get_by_role("textbox").input_value()
    boss.page.keyboard.press("Escape")
    expect(boss.dialog).to_have_count(0)
    device = TableDevice(person(**view), tongue)
    device.page.goto(code)
    device.press_on("tabledevice.use")

    def play(number: int, write: Callable[[], None]) -> None:
        for table in (2, 3, 4):
            for name in seated[table]:
                phones[name].page.goto(link)
                phones[name].heading("nights.table", table=table).wait_for()
                phones[name].told.messages.clear()
                phones[name].go_to_the_table()
        boss.press_on("organising.start")
        boss.button("organising.stop").wait_for()
        write()
        play_all([[phones[name] for name in seated[table]] for table in (2, 3, 4)])
        for table in (2, 3, 4):
            hands.append(online([phones[name] for name in seated[table]], seated[table]))
            wait(boss.page, lambda at=table: boss.played(at) == 1)  # type: ignore[misc]
        boss.look(f"round {number}")
        boss.end_round(number)

    def by_device() -> None:
        names = seated[REAL]
        dealer = names[0]
        for at, (points, result) in enumerate(WRITTEN, 1):
            device.write_down(at, points, dealer)
            wait(boss.page, lambda at=at: boss.played(REAL) == at)  # type: ignore[misc]
            hands.append(with_cards(names, dealer, result))
            dealer = following(names, dealer, result)
        device.look("a table's device")

    def at_the_desk() -> None:
        names = seated[REAL]
        dealer = names[1]
        table = boss.unfolded(REAL)
        for at, (points, result) in enumerate(AT_THE_DESK, 1):
            table.get_by_role("button", name=say("organising.write", tongue)).click()
            if at == 1:
                boss.dealt(dealer)
            boss.fill_in(points)
            wait(boss.page, lambda at=at: boss.played(REAL) == at)  # type: ignore[misc]
            hands.append(with_cards(names, dealer, result))
            dealer = following(names, dealer, result)

    play(1, by_device)
    seated = boss.draw(2)
    boss.press_on("organising.devices")
    boss.press_on("organising.device_end")
    boss.sees("organising.device_none")
    boss.page.keyboard.press("Escape")
    expect(boss.dialog).to_have_count(0)
    device.sees("tabledevice.ended")
    play(2, at_the_desk)

    boss.press_on("organising.end_night")
    boss.press_on("organising.end_night")
    wall, phone = Visitor(person(**view), tongue), phones[PLAYERS[0]]
    wall.become(url, "Wall")
    wall.page.goto(f"{link}/screen")
    phone.page.goto(link)
    for visitor in (boss, phone, wall):
        visitor.heading("nights.standings_final").wait_for()
        visitor.look("the end")

    # Everywhere stands what was played.
    found = results(hands)
    assert found.keys() == {*PLAYERS, *WITHOUT_PHONE.values()}

    def compare(row_of: Callable[[str], Locator], *, in_full: bool = True) -> None:
        for name, (score, won, played) in found.items():
            expect(row_of(name)).to_contain_text(signed(score))
            if in_full:
                of = say("nights.of_hands", tongue, won=won, hands=played)
                expect(row_of(name)).to_contain_text(of)

    compare(boss.standing)
    phone.press_on("nights.all_places", count=16)
    compare(phone.standing)
    shown = wall.page.get_by_role("listitem")
    compare(lambda name: shown.filter(has_text=name), in_full=False)

    # The guests are members next time, and the club's season has all of them.
    boss.turn_to("organising.people")
    boss.press_on("clubs.make_members")
    expect(boss.button("clubs.make_members")).to_have_count(0)
    boss.page.goto(f"{club}/season")
    rows = boss.page.get_by_role("row")
    compare(lambda name: rows.filter(has_text=name))
    boss.look("the season")
    boss.page.goto(f"{link}/print/certificates")
    first = max(score for score, _, _ in found.values())
    winner = next(name for name, (score, _, _) in found.items() if score == first)
    boss.page.get_by_role("heading", name=winner, exact=True).wait_for()
    boss.look("certificates")


def following(names: Sequence[str], dealer: str, result: tuple[str, int]) -> str:
    """The next Dealer: the partner, or who sits to the right of the Dealer."""
    step = 2 if result[0] == "declarers" else 1
    return names[(names.index(dealer) + step) % 4]
