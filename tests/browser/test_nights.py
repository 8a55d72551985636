"""A whole Sheng Ji Night through the browser, from the form that makes it to the last standings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, expect

from shengji.rules import rules_from, write_rules
from shengji.words import texts
from tests.browser.axe import Inspector
from tests.browser.company import Unaided, play_until, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.forked import run

Json = dict[str, Any]

SHORT = {"preset": "forty-points", "kitty": 38}
HOUSE = {"name": "Four tricks", "rules": SHORT}
TITLE, CLUB = "Wednesday", "Autumn"
OTHER, REAL = 2, 3
"""The tables with real cards."""
ONLINE = 1
ENGLISH, CHINESE = ("Ann", "Ben", "Eve", "Gus"), ("王波", "李娣", "方竹")
LATE = "Hal"
WITHOUT_PHONE = ("Ida", "Jon", "Kit", "Leo", "Mia")
EN = {"width": 360, "height": 740, "locale": "en-US"}
ZH = {"width": 360, "height": 740, "locale": "zh-CN", "color_scheme": "dark"}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[ServerProcess]:
    """A site that rates `HOUSE`, where a bot goes on at once for who is not at an online table."""
    houses = tmp_path / "houses"
    houses.mkdir()
    rules = write_rules(rules_from(SHORT))
    (houses / "four-tricks.toml").write_text(rules, encoding="utf-8")
    with ServerProcess(
        tmp_path,
        SHENGJI_HOUSES=str(houses),
        SHENGJI_RATED_NIGHT_RULES="four-tricks",
        SHENGJI_ABSENT_AFTER="0",
        SHENGJI_CREATIONS_PER_MINUTE="1000",
        SHENGJI_WORK_PER_ADDRESS="64",
    ) as server:
        yield server


class Visitor(Unaided):
    """Somebody in front of a page of the night.

    Args:
        page: a page that has not been opened yet.
        tongue: the language that the site is read in.
    """

    def __init__(self, page: Page, tongue: Tongue = "en") -> None:
        super().__init__(page, tongue)
        self.inspector = Inspector(page)

    def look(self, screen: str) -> None:
        """Look at what the page shows: nothing keeps anybody out, nothing stands out."""
        self.inspector.look(f"{screen} ({self.tongue})")
        assert not self.inspector.findings, "\n\n".join(self.inspector.findings)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen

    def become(self, url: str, name: str) -> None:
        """Have an account."""
        self.introduce(url, name)
        account = {"name": name, "passphrase": "tiger on the ridge"}
        made = self.page.request.post(f"{url}/api/me/account", data=account)
        assert made.ok, made.text()

    def sees(self, key: str, **given: str | int) -> None:
        """Wait until the words of a key stand on the page."""
        text = self.page.get_by_text(say(key, self.tongue, **given))
        expect(text.filter(visible=True).first).to_be_visible()

    def field(self, key: str) -> Locator:
        """The field of the words of a key, in what is laid over the page if anything is."""
        return self.place.get_by_label(say(key, self.tongue), exact=True)

    def press_on(self, key: str, **given: str | int) -> None:
        """Press a button, on what is laid over the page if anything is."""
        name = say(key, self.tongue, **given)
        self.place.get_by_role("button", name=name, exact=True).click()

    @property
    def place(self) -> Page | Locator:
        """The dialog over the page; else the page."""
        return self.dialog if self.dialog.count() else self.page

    def fill_in(self, points: int) -> None:
        """Write down what the Opponents took, in the form that is open."""
        taken = self.field("nights.form_points_taken")
        taken.fill(str(points))
        taken.press("Tab")
        self.took_last("nights.declarers")
        self.look("a hand is written down")
        self.press_on("nights.form_write")
        expect(self.dialog).to_have_count(0)

    def dealt(self, name: str) -> None:
        """Say who dealt, in the form that is open; in Chinese a side has the Dealer's name."""
        dealer = say("nights.form_dealer", self.tongue)
        self.dialog.get_by_role("combobox", name=dealer).select_option(label=name)

    def took_last(self, side: str) -> None:
        """Say which side won the last trick, in the form that is open."""
        group = self.dialog.get_by_role("group", name=say("nights.form_last", self.tongue))
        group.get_by_role("radio", name=say(side, self.tongue), exact=True).check()

    def heading(self, key: str, **given: str | int) -> Locator:
        """The heading of the words of a key."""
        name = re.compile("^" + re.escape(say(key, self.tongue, **given)))
        return self.page.get_by_role("heading", name=name)

    def standing(self, name: str) -> Locator:
        """Somebody's line in the standings."""
        named = self.page.get_by_role("rowheader", name=name, exact=True)
        return self.page.get_by_role("row").filter(has=named)


def signed(points: float) -> str:
    """Points as the standings have them."""
    return f"{'−' if points < 0 else '+'}{abs(round(points))}" if round(points) else "0"


def pattern_of(area: str, code: str) -> re.Pattern[str]:
    """A pattern of a sentence of the server in English, with anything in its braces."""
    shape = ".+".join(map(re.escape, re.split(r"\{[a-z_]+\}", texts(area)[code].en)))
    return re.compile(shape)


class Phone(Visitor):
    """Somebody who plays."""

    def check_in(self, url: str, night: str, name: str) -> None:
        """Check in before the own page of the night is opened."""
        if self.page.request.post(f"{url}/api/me").json()["role"] is None:
            self.introduce(url, name)
        command = {"id": "t", "made": 0, "do": "check_in", "person": "", "name": name}
        answer = self.page.request.post(f"{url}/api/nights/{night}", data={"commands": [command]})
        assert answer.ok and answer.json()["answers"][0]["done"], answer.text()

    def confirm(self) -> None:
        """Say that the hand which waits is right."""
        self.press_on("nights.confirm")
        expect(self.button("nights.confirm")).to_have_count(0)

    def go_to_the_table(self) -> None:
        """Go from the night to the own table on the site."""
        self.page.get_by_role("link", name=say("nights.to_table", self.tongue)).click()
        expect(self.page).to_have_url(re.compile("#/table/"))


class Desk(Visitor):
    """The organiser of the night."""

    night = ""

    def organise(self, club: ServerProcess, name: str) -> None:
        """Have the account of an organiser of the site."""
        self.become(club.url, name)
        command = ["admin", "role", name, "organiser", "--database", club.database]
        run("shengji", *command)

    def ask(self, *commands: Json) -> None:
        """Ask for something of the night, as the page does."""
        made = [{"id": f"t{at}", "made": at, **one} for at, one in enumerate(commands)]
        data = {"commands": made}
        answer = self.page.request.post(f"/api/nights/{self.night}", data=data)
        assert answer.ok and all(one["done"] for one in answer.json()["answers"]), answer.text()

    def line(self, name: str) -> Json:
        """Somebody's line of the standings, as the server tells it."""
        return next(at for at in self.state["standings"] if at["name"] == name)

    @property
    def state(self) -> Json:
        """The night as the server tells it."""
        answer = self.page.request.get(f"/api/nights/{self.night}")
        assert answer.ok, answer.text()
        state: Json = answer.json()
        return state

    def found_club(self, url: str, night: str, least: int = 3) -> str:
        """Found a club to which a night belongs; the address of its page.

        Args:
            url: the address of the site.
            night: the id of the night.
            least: number of nights for a place on its board of ratings.
        """
        asked = self.page.request

        def told(answer: APIResponse) -> Any:
            assert answer.ok, answer.text()
            return answer.json() if answer.body() else None

        new = {"settings": {"name": CLUB, "seen": "public"}}
        club = told(asked.post(f"{url}/api/clubs", data=new))["club"]
        at = f"{url}/api/clubs/{club}/seasons"
        (season,) = told(asked.get(at))["seasons"]
        told(asked.put(f"{at}/{season['season']}", data={"rule": {"least_nights": least}}))
        told(asked.put(f"{url}/api/nights/{night}/club", data={"club": club}))
        return f"{url}/#/club/{club}/season"

    def make(self, url: str) -> str:
        """Make the night with the form; the link to check in."""
        self.page.goto(f"{url}/#/nights")
        link = self.page.get_by_role("link", name=say("nights.make", self.tongue))
        link.wait_for()
        self.look("no nights yet")
        link.click()
        self.field("organising.title").fill(TITLE)
        self.field("organising.rules").select_option(label=str(HOUSE["name"]))
        self.page.get_by_role("radio", name=say("organising.cards_some", self.tongue)).check()
        self.field("organising.cards_which").fill(f"{OTHER}, {REAL}")
        self.field("organising.cards_which").press("Tab")
        self.look("the form")
        return self.send_form()

    def send_form(self) -> str:
        """Make the night of the form; returns its link."""
        self.press_on("organising.make")
        self.press_on("organising.link")
        link = self.dialog.get_by_role("textbox").input_value()
        self.look("the link")
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_have_count(0)
        self.night = link.rpartition("/")[2]
        return link

    def at(self, number: int) -> Json:
        """A table of the round, as the server tells it."""
        return next(at for at in self.state["round"]["tables"] if at["table"] == number)

    def seated(self, number: int) -> list[str]:
        """The names of those at a table, by seat."""
        names = {one["person"]: one["name"] for one in self.state["people"]}
        return [names[one] for one in self.at(number)["seats"]]

    def played(self, number: int) -> int:
        """How many hands a table has played."""
        played: int = self.at(number)["played"]
        return played

    def ends(self, number: int) -> int:
        """When the time of a table is up."""
        ends: int = self.at(number)["ends"]
        return ends

    def keep_house(self) -> None:
        """Have the rules of the night kept in the browser, as after the link to a house's rules."""
        kept = f"""(() => {{
            const kept = JSON.parse(localStorage["shengji.preferences"] ?? "{{}}");
            kept.houses ??= {json.dumps([HOUSE])};
            localStorage["shengji.preferences"] = JSON.stringify(kept);
        }})()"""
        self.page.add_init_script(kept)

    def turn_to(self, tab: str) -> None:
        """Look at a part of the desk."""
        self.page.get_by_role("tab", name=say(tab, self.tongue)).click()

    def draw_until(self, fitting: Callable[[], bool]) -> None:
        """Draw the first round, and undo it until those with phones sit as is needed."""
        draw = self.button("organising.draw", round=1)
        again = self.button("organising.draw_again")
        for _ in range(30):
            draw.click()
            again.wait_for()
            if fitting():
                return
            again.click()
            draw.wait_for()
        raise AssertionError("those with phones never sit as is needed")

    def unfolded(self, number: int) -> Locator:
        """A table of the round, with all that can be done there."""
        name = say("nights.table", self.tongue, table=number)
        heading = self.page.get_by_role("heading", name=name, exact=True)
        table = self.page.get_by_role("listitem").filter(has=heading)
        table.locator("summary").click()
        return table

    def person(self, name: str) -> Locator:
        """Somebody's line in the list of people."""
        people = self.page.get_by_role("region", name=say("organising.people", self.tongue))
        return people.get_by_role("listitem").filter(has_text=name)


def test_a_night_from_the_form_to_the_final_standings(club: ServerProcess, person: Visit) -> None:
    desk = Desk(person(**EN, base_url=club.url))
    desk.keep_house()
    desk.organise(club, "Olga")
    link = desk.make(club.url)
    season = desk.found_club(club.url, link.rpartition("/")[2])
    wall = Visitor(person(**EN))
    wall.become(club.url, "Ida Wu")
    wall.page.goto(f"{link}/screen")
    wall.sees("nights.check_in")

    # All check in, some with accounts, five of them at the desk. Two pages show how that is done.
    phones = {name: Phone(person(**ZH), "zh-Hans") for name in CHINESE}
    phones |= {name: Phone(person(**EN)) for name in ENGLISH}
    shown = {name: phones[name] for name in (ENGLISH[0], CHINESE[0])}
    for name, phone in phones.items():
        if name in ENGLISH:
            phone.become(club.url, name)
        if name in shown:
            phone.page.goto(link, wait_until="commit")
        else:
            phone.check_in(club.url, desk.night, name)
    for name, phone in shown.items():
        if name not in ENGLISH:
            phone.field("nights.your_name").fill(name)
        phone.look("checking in")
        phone.press_on("nights.check_in")
    for name, phone in shown.items():
        phone.sees("nights.not_drawn")
        # As one is called here, one is called on the whole site.
        expect(phone.page.get_by_role("banner")).to_contain_text(name)
    first, *others = WITHOUT_PHONE
    desk.field("organising.add_name").fill(first)
    desk.press_on("organising.add")
    expect(desk.field("organising.add_name")).to_have_value("")
    desk.ask(*({"do": "check_in", "person": f"guest-{at}", "name": at} for at in others))
    desk.sees("organising.present", here=12, gone=0)

    # The round is drawn, so that an English and a Chinese phone are opponents with real cards.
    def sides() -> list[set[str]]:
        seats = desk.seated(REAL)
        return [set(seats[side::2]) & phones.keys() for side in (0, 1)]

    def fitting() -> bool:
        one, two = sides()
        meet = any(a & set(ENGLISH) and b & set(CHINESE) for a, b in ((one, two), (two, one)))
        # Who has no phone sits at real cards, however it is drawn.
        assert phones.keys() >= set(desk.seated(ONLINE))
        return meet and not set(WITHOUT_PHONE).isdisjoint(desk.seated(OTHER))

    desk.draw_until(fitting)
    # One comes late; one leaves, whose place the late one takes.
    late = phones[LATE] = Phone(person(**EN))
    late.page.goto(link)
    late.field("nights.your_name").fill(LATE)
    late.press_on("nights.check_in")
    late.sees("nights.late", round=1)
    at, leaver = OTHER, next(name for name in desk.seated(OTHER) if name in WITHOUT_PHONE)
    desk.turn_to("organising.people")
    desk.person(leaver).get_by_role("button", name=say("organising.leaves")).click()
    desk.sees("organising.present", here=12, gone=1)
    desk.turn_to("organising.tables_tab")
    desk.unfolded(at).get_by_role("button", name=say("organising.replace")).click()
    desk.look("somebody is replaced")
    desk.press_on("organising.replace")
    expect(desk.dialog).to_have_count(0)
    late.heading("nights.table", table=at).wait_for()
    assert LATE in desk.seated(at) and leaver not in desk.seated(at)

    # One phone is needed at the table online, and one of each side with real cards; each that is
    # open is told whatever happens.
    online = phones[min(desk.seated(ONLINE))]
    one, two = sides()
    names = [*(one & set(ENGLISH)), *(two & set(CHINESE))]
    if not (one & set(ENGLISH) and two & set(CHINESE)):
        names = [*(two & set(ENGLISH)), *(one & set(CHINESE))]
    writer, other = phones[names[0]], phones[names[-1]]
    for name, phone in phones.items():
        if phone not in (online, writer, other):
            phone.page.close()
        elif phone is not late and name not in shown:
            phone.page.goto(link)

    # Online a bot goes on for whoever is not at the table.
    online.go_to_the_table()
    desk.press_on("organising.start")
    desk.button("organising.stop").wait_for()
    desk.look("a round")
    wall.page.get_by_role("timer").first.wait_for()
    wall.look("the projector")

    play_until([online], lambda now: now["wait"] in ("next", "over"))
    online.page.goto(link)
    wait(desk.page, lambda: desk.played(ONLINE) > 0)
    # A hand that bots have played for somebody is rated for nobody, and says so.
    expect(online.page.get_by_text(pattern("nights.lack_bot", online.tongue))).to_be_visible()

    # With real cards: a side writes a hand down, the other confirms it, and one is corrected.
    writer.press_on("nights.write_hand", hand=1)
    writer.field("nights.form_dealer").select_option(label=names[0])
    writer.fill_in(5)
    writer.sees("nights.waits")
    other.confirm()
    writer.sees("nights.confirmed")
    other.press_on("nights.correct")
    other.field("nights.form_reason").fill("数错了")
    other.fill_in(10)
    writer.sees("nights.corrected", name=names[-1], reason="数错了")
    writer.look("a hand that was corrected")
    writer.confirm()
    other.sees("nights.confirmed")
    other.look("the table")

    # A phone without a network keeps what is written.
    writer.page.context.set_offline(True)
    writer.press_on("nights.write_hand", hand=2)
    writer.fill_in(0)
    writer.sees("nights.waiting", count=1)
    writer.look("no network")
    assert desk.played(REAL) == 1
    writer.page.context.set_offline(False)
    other.confirm()
    assert desk.played(REAL) == 2
    expect(writer.page.get_by_text(say("nights.waiting", count=1))).to_have_count(0)

    # A penalty, and none after all; more time for a table.
    desk.turn_to("nights.more")
    desk.field("organising.penalty_whom").select_option(label=names[0])
    desk.field("organising.penalty_points").fill("20")
    desk.field("organising.penalty_reason").fill("Late")
    desk.press_on("organising.penalty_give")
    writer.sees("nights.penalty", name=names[0], points=20, reason="Late")
    expect(writer.standing(names[0])).to_contain_text("−20")
    desk.press_on("organising.penalty_revoke")
    writer.sees("nights.revoked")
    expect(writer.standing(names[0])).not_to_contain_text("−20")
    before = desk.ends(REAL)
    desk.press_on("organising.longer")
    wait(desk.page, lambda: desk.ends(REAL) == before + 5 * 60_000)

    # The round is over, and rated. Of what was played online an organiser rules.
    desk.press_on("organising.end_round")
    desk.turn_to("organising.tables_tab")
    desk.page.get_by_label(say("organising.past_which")).select_option(
        label=say("nights.round", round=1)
    )
    desk.page.get_by_role("button", name=say("nights.rule"), exact=True).first.click()
    desk.field("organising.rule_how").select_option(label=say("organising.rule_lost"))
    desk.field("organising.rule_whose").select_option(index=1)
    desk.field("organising.rule_reason").fill("Told a card")
    desk.look("a ruling")
    desk.press_on("nights.rule")
    desk.sees("nights.ruled", name="Olga", reason="Told a card")
    wait(desk.page, lambda: desk.line(names[0])["rating"] is not None)
    gain = signed(desk.line(names[0])["rating"])
    expect(writer.standing(names[0])).to_contain_text(gain)
    writer.page.get_by_role("link", name=f"{say('nights.round', round=1)} · ").last.click()
    writer.heading("rated.changes").wait_for()
    expect(writer.standing(names[0])).to_contain_text(gain)
    writer.look("a match with real cards")
    writer.page.goto(f"{club.url}/#/leaderboard?pool=one-deck&provisional=true")
    writer.page.get_by_role("row").filter(has_text=names[0]).wait_for()
    writer.page.goto(link)
    # Who had no phone is somebody with an account later.
    desk.turn_to("organising.people")
    desk.person(first).get_by_role("button", name=say("nights.claim_code")).click()
    slip = desk.dialog.get_by_role("textbox").input_value()
    desk.page.keyboard.press("Escape")
    expect(desk.dialog).to_have_count(0)
    wall.page.goto(slip)
    wall.sees("nights.claim_sure", name="Ida Wu")
    wall.look("a claim")
    wall.press_on("nights.claim_yes")
    wall.sees("nights.claim_done")
    assert next(at["account"] for at in desk.state["people"] if at["name"] == first)
    wall.page.goto(f"{link}/screen")
    desk.turn_to("nights.more")
    # Another round, and the end.
    desk.press_on("organising.draw", round=2)
    desk.press_on("organising.start")
    desk.button("organising.stop").wait_for()
    other.page.goto(link)
    other.sees("nights.round_of", round=2, rounds=4)
    desk.press_on("organising.end_round")
    desk.press_on("organising.end_night")
    desk.look("is the night over?")
    desk.press_on("organising.end_night")

    # Everywhere the final standings are the same.
    line = desk.state["standings"][0]
    won = say("nights.of_hands", won=line["won"], hands=line["hands"])
    for visitor in (writer, other, wall, desk):
        visitor.heading("nights.standings_final").wait_for()
    for visitor in (writer, desk):
        expect(visitor.standing(line["name"])).to_contain_text(won)
    score = f"{'−' if line['score'] < 0 else '+'}{abs(line['score'])}"
    lines = wall.page.get_by_role("listitem")
    expect(lines.first).to_contain_text(f"1 {line['name']} {score}")
    expect(lines.filter(has_text=names[0])).to_contain_text(gain)
    for visitor, screen in ((other, "the end"), (wall, "the last projector"), (desk, "the desk")):
        visitor.look(screen)
    desk.page.goto(f"{link}/print")
    for what in ("organising.seatings", "showing.score_sheets", "showing.certificates"):
        desk.page.get_by_role("radio", name=say(what), exact=True).check()
        desk.look(what)
    desk.page.get_by_role("radio", name=say("nights.standings"), exact=True).check()
    expect(desk.standing(line["name"])).to_contain_text(won)
    desk.look("printed standings")
    desk.page.goto(season)
    row = desk.page.get_by_role("row").filter(has_text=line["name"])
    expect(row).to_contain_text(won)
    desk.look("the season")
    desk.page.get_by_role("link", name=say("showing.club_print")).click()
    desk.page.get_by_role("radio", name=say("showing.certificates_all")).check()
    desk.page.get_by_role("heading", name=line["name"], exact=True).wait_for()
    desk.look("certificates of the season")
    other.page.goto(f"{club.url}/#/nights")
    other.page.get_by_role("link", name=TITLE, exact=True).wait_for()
    other.look("the nights")


@pytest.mark.campaign
def test_a_mixed_night_whose_desk_is_a_laptop(club: ServerProcess, person: Visit) -> None:
    """Four play on phones, and four of five who have none with cards; the fifth has no turn."""
    desk = Desk(person(width=1280, height=800, locale="en-US", base_url=club.url))
    desk.keep_house()
    desk.organise(club, "Olga")
    desk.page.goto(f"{club.url}/#/make-night")
    desk.field("organising.title").fill(TITLE)
    # One touch chooses the rules of the text in which nights stand; here a house's are played.
    edition = desk.page.get_by_role("radio", name=say("organising.edition_2016"))
    edition.check()
    desk.look("the rules of the older text")
    desk.field("organising.rules").select_option(label=str(HOUSE["name"]))
    expect(edition).to_have_count(0)
    link = desk.send_form()
    season = desk.found_club(club.url, desk.night, least=1)

    phones = {
        "Ann": Phone(person(**EN)),
        "Ben": Phone(person(**EN)),
        "王波": Phone(person(**ZH), "zh-Hans"),
        "李娣": Phone(person(**ZH), "zh-Hans"),
    }
    for name, phone in phones.items():
        phone.become(club.url, name)
        phone.page.goto(link)
        phone.press_on("nights.check_in")
        phone.sees("nights.not_drawn")
    for name in WITHOUT_PHONE:
        desk.field("organising.add_name").fill(name)
        desk.press_on("organising.add")
        expect(desk.field("organising.add_name")).to_have_value("")
    desk.sees("organising.present", here=9, gone=0)

    # It cannot be drawn so: the desk is told beforehand, and when it tries, with what to do.
    desk.sees("organising.cards_short", count=5, seats=0)
    desk.press_on("organising.draw", round=1)
    expect(desk.page.get_by_text(pattern_of("draw", "no-card-tables"))).to_be_visible()
    tools = desk.page.get_by_role("navigation", name=say("organising.desk"))
    tools.get_by_role("button", name=say("organising.settings")).click()
    desk.page.get_by_role("radio", name=say("organising.cards_some")).check()
    desk.field("organising.cards_which").fill("2")
    desk.press_on("organising.save")
    expect(desk.dialog).to_have_count(0)
    desk.sees("organising.cards_short", count=5, seats=4)
    desk.look("more people without phones than seats")
    desk.press_on("organising.draw", round=1)
    desk.button("organising.draw_again").wait_for()
    assert set(desk.seated(1)) == phones.keys()
    (idle,) = set(WITHOUT_PHONE) - set(desk.seated(2))

    # A phone dies: one touch, and the desk is warned until that is mended.
    desk.turn_to("organising.people")
    desk.person("Ann").get_by_role("button", name=say("organising.phone_gone")).click()
    desk.sees("organising.phoneless", table=1, names="Ann")
    desk.look("somebody without a phone at a phone table")
    desk.person("Ann").get_by_role("button", name=say("organising.phone_back")).click()
    warning = desk.page.get_by_text(say("organising.phoneless", table=1, names="Ann"))
    expect(warning).to_have_count(0)
    # A change by hand that would do that is refused at first.
    desk.turn_to("organising.tables_tab")
    desk.press_on("organising.swap")
    desk.field("organising.swap_one").select_option(label="Ben")
    desk.field("organising.swap_other").select_option(label=idle)
    desk.dialog.get_by_role("button", name=say("organising.swap")).click()
    expect(desk.page.get_by_text(f"{idle} cannot. Choose somebody else")).to_be_visible()
    desk.look("a change of seats that cannot be played")
    desk.page.keyboard.press("Escape")
    expect(desk.dialog).to_have_count(0)

    # All four play at the online table; what was played with cards comes from the score sheet.
    for phone in phones.values():
        phone.go_to_the_table()
    desk.press_on("organising.start")
    play_until(list(phones.values()), lambda now: now["wait"] in ("next", "over"))
    table = desk.unfolded(2)
    table.get_by_role("button", name=say("organising.write")).click()
    dealer = desk.seated(2)[0]
    desk.field("nights.form_dealer").select_option(label=dealer)
    missing = desk.dialog.locator("footer").get_by_role("status")
    expect(missing).to_have_text(texts("nights")["no-result"].en)
    expect(desk.button("nights.form_write")).to_be_disabled()
    desk.fill_in(75)
    wait(desk.page, lambda: desk.played(1) > 0 and desk.played(2) == 1)
    for phone in phones.values():
        phone.page.goto(link)
        phone.sees("nights.hands")
        expect(phone.page.get_by_text(pattern("nights.lack_bot", phone.tongue))).to_have_count(0)
    phones["Ann"].look("the hands of an online table")
    desk.press_on("organising.end_round")
    desk.press_on("organising.end_night")
    desk.press_on("organising.end_night")
    wait(desk.page, lambda: all(desk.line(name)["rating"] is not None for name in phones))

    # The results are printed: those who have played have places, and come first.
    desk.page.get_by_role("link", name=say("organising.print_results")).click()
    desk.sees("nights.standings_final")
    expect(desk.page.get_by_role("radio", name=say("nights.standings"), exact=True)).to_be_checked()
    rows = desk.page.get_by_role("article").get_by_role("row")
    expect(rows).to_have_count(10)
    expect(rows.last).to_contain_text(idle)
    expect(rows.last.get_by_role("cell").first).to_have_text("–")
    expect(desk.standing(dealer).get_by_role("cell").first).to_have_text(re.compile(r"^[1-9]$"))
    desk.look("the printed results")
    desk.page.get_by_role("radio", name=say("showing.certificates"), exact=True).check()
    first = desk.state["standings"][0]["name"]
    desk.page.get_by_role("heading", name=first, exact=True).wait_for()
    expect(desk.page.get_by_role("heading", name=idle, exact=True)).to_have_count(0)
    desk.page.get_by_role("radio", name=say("showing.score_sheets"), exact=True).check()
    sheets = desk.page.get_by_role("heading", name=say("showing.score_sheet"))
    expect(sheets).to_have_count(1)
    expect(sheets).to_contain_text(say("nights.table", table=2))
    # Whoever has played in one night of the club stands on its board of ratings.
    phones["王波"].page.goto(season)
    ratings = phones["王波"].page.get_by_role("table").last
    expect(ratings.get_by_role("row").filter(has_text="±")).to_have_count(4)
    expect(ratings.get_by_role("row").filter(has_text="Ann")).to_contain_text("±")
    phones["王波"].look("the ratings of a club")
