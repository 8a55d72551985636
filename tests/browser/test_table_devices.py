"""A device on a table: from the desk's code to a hand in the standings, and to its end."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.company import wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import say
from tests.browser.test_nights import EN, Desk, Phone, Visitor, signed

NAMES = ("Ann", "Ben", "Eve", "Gus")
ZH = {"width": 360, "height": 740, "locale": "zh-CN"}


class TableDevice(Visitor):
    """The phone on the table."""

    def write_down(self, number: int, points: int, dealer: str = NAMES[0]) -> None:
        """Write down a hand; `dealer` is said of the first."""
        self.press_on("nights.write_hand", hand=number)
        if number == 1:
            self.dealt(dealer)
        self.fill_in(points)


def test_a_device_writes_hands_until_the_desk_ends_it(
    own_server: ServerProcess, person: Visit
) -> None:
    url = own_server.url
    desk = Desk(person(base_url=url))
    desk.organise(own_server, "Olga")
    settings = {"real_cards": "all", "rounds": None}
    made = desk.page.request.post("/api/nights", data={"settings": settings})
    desk.night = made.json()["night"]
    phones = {name: Phone(person(**EN)) for name in NAMES}
    for name, phone in phones.items():
        phone.become(url, name)
        phone.check_in(url, desk.night, name)
        if name != "Ben":
            phone.page.close()
    desk.ask({"do": "draw"})

    # The desk makes the code, and prints it on the table's sheet as well.
    desk.page.goto(f"{url}/#/night/{desk.night}/run")
    desk.press_on("organising.devices")
    desk.look("no device yet")
    desk.press_on("organising.device_new")
    box = desk.dialog.get_by_role("textbox")
    link = box.input_value()
    desk.look("the code of a table")
    paper = desk.page.context.new_page()
    paper.goto(f"{url}/#/night/{desk.night}/print/sheets")
    expect(paper.get_by_text(say("showing.sheet_device"))).to_be_visible()
    paper.close()

    # A browser that is nobody's becomes the table's device, and remains it after a reload.
    device = TableDevice(person(**ZH), "zh-Hans")
    device.page.goto(link)
    device.sees("tabledevice.note")
    device.look("a code is opened")
    device.press_on("tabledevice.use")
    device.heading("nights.table", table=1).wait_for()
    assert link.rpartition("/")[2] not in device.page.url, "the code is spent"
    device.page.reload()
    device.heading("nights.table", table=1).wait_for()
    device.look("a device of a table")
    assert device.page.request.get(f"{url}/api/me").status == 401, "it is signed in to nobody"

    # A hand from it waits for one of the table; a phone confirms it, and it counts.
    device.write_down(1, 40)
    device.sees("nights.waits_table")
    phone = phones["Ben"]
    phone.page.goto(f"{url}/#/night/{desk.night}")
    phone.confirm()
    device.sees("nights.confirmed")
    assert all(desk.line(name)["hands"] == 1 for name in NAMES)
    desk.page.keyboard.press("Escape")
    desk.turn_to("nights.standings")
    expect(desk.standing("Ann")).to_contain_text(signed(desk.line("Ann")["score"]))

    # What is written while the server is away is sent when it is back.
    own_server.kill()
    device.write_down(2, 85)
    device.sees("nights.waiting", count=1)
    own_server.start()
    wait(desk.page, lambda: desk.played(1) == 2)
    expect(device.page.get_by_text(say("nights.waiting", "zh-Hans", count=1))).to_have_count(0)

    # Lost or stolen: one touch at the desk.
    desk.turn_to("organising.tables_tab")
    desk.press_on("organising.devices")
    desk.press_on("organising.device_end")
    desk.sees("organising.device_none")
    device.press_on("nights.write_hand", hand=3)
    device.fill_in(0)
    device.sees("tabledevice.ended")
    device.sees("tabledevice.unwritten", round=1, hand=3)
    device.look("a device that was ended")
    assert desk.played(1) == 2
