"""A phone whose page is closed: the switch, and a nudge that reaches it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from tests.browser.company import Guest, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.server.push.service import PushBrowser, PushService, Taken

LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}

# The browser of the tests has no push service, and may never show a notification.
BROWSER = """
const given = %s;
const kept = () => JSON.parse(localStorage.getItem("test.key"));
const made = () => ({
  options: { applicationServerKey: Uint8Array.from(kept()).buffer },
  toJSON: () => given,
  unsubscribe: async () => (localStorage.removeItem("test.key"), true),
});
PushManager.prototype.getSubscription = async () => kept() && made();
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  localStorage.setItem("test.key", JSON.stringify([...applicationServerKey]));
  return made();
};
Object.defineProperty(Notification, "permission", {
  get: () => localStorage.getItem("test.permission") ?? "default",
});
Notification.requestPermission = async () => {
  localStorage.setItem("test.permission", "granted");
  return "granted";
};
"""
NOTIFICATIONS = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) =>
    self.shown.filter((one) => one.tag === tag);
}"""
TOUCH = """() => {
  const event = new Event("notificationclick");
  event.waitUntil = () => {};
  event.notification = { ...self.shown.at(-1), close: () => (self.closed = true) };
  self.dispatchEvent(event);
}"""


def with_pushes(page: Page, phone: PushBrowser) -> None:
    """Give a page that has not been opened a push service and notifications."""
    asked = phone.asks()
    given = {"endpoint": phone.endpoint, "keys": {key: asked[key] for key in ("p256dh", "auth")}}
    page.add_init_script(BROWSER % json.dumps(given))


def the_switch(guest: Guest) -> Locator:
    """Open the settings from the lobby, and find the switch."""
    guest.button("shell.settings").click()
    return guest.page.get_by_role("switch", name=say("shell.push", guest.tongue))


def called(guest: Guest, url: str) -> bool:
    """Whether the server calls a browser."""
    found: bool = guest.page.request.get(f"{url}/api/me/pushes").json()["on"]
    return found


def awake_worker(page: Page) -> Worker:
    """The service worker of a page, which notes what it shows."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = page.context.service_workers
    worker.evaluate(NOTIFICATIONS)
    return worker


def push(page: Page, url: str, payload: dict[str, Any]) -> None:
    """Let the browser take a push, as its push service would bring it."""
    session = page.context.new_cdp_session(page)
    known: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(at["registrationId"] for at in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait(page, lambda: bool(known))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": url, "registrationId": known[-1], "data": json.dumps(payload)},
    )


@usually(
    ("tongue", "width", "height"),
    ("zh-Hans", 360, 740),
    ("en", 360, 740),
    ("zh-Hant", 1280, 800),
)
def test_a_nudge_reaches_a_phone_whose_page_is_closed(
    pushing: ServerProcess,
    service: PushService,
    person: Visit,
    tongue: Tongue,
    width: int,
    height: int,
) -> None:
    host = Guest(person())
    host.introduce(pushing.url, "Wu Song")
    table = host.open_table(pushing.url, private=True, title="Friday")
    host.page.get_by_role("region", name=pattern("table.hand")).wait_for()

    phone = PushBrowser(service.url, f"{tongue}-{width}")
    page = person(width=width, height=height, locale=LOCALES[tongue], service_workers="allow")
    guest = Guest(page, tongue)
    with_pushes(page, phone)
    guest.introduce(pushing.url, "Ida")
    page.goto(f"{pushing.url}/#/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    switch = the_switch(guest)
    expect(switch).not_to_be_checked()
    assert not called(guest, pushing.url)
    switch.click()
    expect(switch).to_be_checked()
    wait(page, lambda: called(guest, pushing.url))

    page.keyboard.press("Escape")  # here, not at the table, where it would close the invitation
    expect(guest.dialog).to_have_count(0)
    page.goto(f"{pushing.url}/#/table/{table}")
    guest.button("room.take_a_bot").click()
    # The bot plays this hand to its end, unless the host lets the newcomer in.
    host.button("sheets.menu").click()
    host.page.get_by_text(say("sheets.more"), exact=True).click()
    host.button("sheets.people").click()
    host.button("room.more", name="Ida").click()
    host.button("sheets.let_join").click()
    wait(page, lambda: guest.seat is not None)
    page.goto(f"{pushing.url}/#/")
    # Who is still at the table is not called.
    wait(
        host.page,
        lambda: any(seat["name"] == "Ida" and not seat["present"] for seat in host.table["seats"]),
    )
    host.button("sheets.nudge", name="Ida").click()

    def taken() -> list[Taken]:
        return [one for one in service.taken if one.path == phone.path]

    wait(page, lambda: bool(taken()))
    worker = awake_worker(page)
    push(page, pushing.url, phone.read(taken()[0]))
    wait(page, lambda: bool(worker.evaluate("self.shown.length")))
    (shown,) = worker.evaluate("self.shown")
    assert shown["title"] == "Friday"
    assert shown["body"].startswith("Wu Song ")
    assert shown["lang"] == tongue and shown["renotify"] is True

    worker.evaluate(TOUCH)
    page.get_by_role("region", name=pattern("table.hand", tongue)).wait_for()
    assert page.url.endswith(f"/#/table/{table}")
    assert worker.evaluate("self.closed")

    # A second one at once takes the place of the first without a sound.
    push(page, pushing.url, phone.read(taken()[0]))
    wait(page, lambda: worker.evaluate("self.shown.length") == 2)
    assert worker.evaluate("self.shown.at(-1).renotify") is False

    page.goto(f"{pushing.url}/#/")
    switch = the_switch(guest)
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    wait(page, lambda: not called(guest, pushing.url))
    wait(page, lambda: page.evaluate("localStorage.getItem('test.key')") is None)


@pytest.mark.parametrize(
    ("tongue", "key", "lack"),
    [
        ("en", "push_cannot", "delete window.PushManager"),
        (
            "zh-Hans",
            "push_home_screen",
            "delete window.PushManager; navigator.standalone = false",
        ),
        (
            "zh-Hant",
            "push_insecure",
            "Object.defineProperty(window, 'isSecureContext', { value: false })",
        ),
    ],
)
def test_the_switch_says_why_a_device_cannot_be_called(
    server: ServerProcess, person: Visit, tongue: Tongue, key: str, lack: str
) -> None:
    guest = Guest(person(width=360, height=740, locale=LOCALES[tongue]), tongue)
    guest.page.add_init_script(lack)
    guest.page.goto(server.url)
    switch = the_switch(guest)
    expect(switch).to_be_disabled()
    expect(guest.page.get_by_text(say(f"shell.{key}", tongue))).to_be_visible()


def test_who_has_said_no_is_told_where_to_say_yes(server: ServerProcess, person: Visit) -> None:
    guest = Guest(person(width=360, height=740, service_workers="allow"))
    guest.introduce(server.url, "Ida")
    guest.page.goto(server.url)  # where notifications are always refused
    switch = the_switch(guest)
    expect(guest.page.get_by_text(say("shell.push_denied"))).to_be_visible()
    switch.click()
    expect(switch).not_to_be_checked()
    assert not called(guest, server.url)


@pytest.mark.campaign
def test_a_server_that_calls_nobody_says_so(tmp_path: Path, person: Visit) -> None:
    with ServerProcess(tmp_path, SHENGJI_PUSH="off") as server:
        guest = Guest(person(width=360, height=740, service_workers="allow"))
        with_pushes(guest.page, PushBrowser("https://fcm.googleapis.com"))
        guest.page.goto(server.url)
        guest.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        switch = the_switch(guest)
        expect(switch).to_be_disabled()
        expect(guest.page.get_by_text(say("shell.push_off"))).to_be_visible()
