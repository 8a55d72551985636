import base64
import gzip
import hashlib
import re
import socket
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from shengji.server.site.gate import EdgeMiddleware, policy_for
from shengji.server.site.limits import WorkBudget
from shengji.server.site.metrics import Metrics
from shengji.server.site.parameters import LONGEST_ADDRESS
from shengji.server.site.settings import ServerSettings
from tests.server.http.site import Site, running
from tests.waiting import PATIENCE, wait_for

SAFE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/docs/nowhere", 404),
        ("DELETE", "/api/lobby", 405),
        ("POST", "/", 405),
        ("GET", "/api/tables/none", 404),
        ("PATCH", "/api/me", 401),
        ("GET", "/api/lobby", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/api/docs/socket", 200),
        ("OPTIONS", "/api/lobby", 204),
    ],
)
def test_every_answer_has_the_headers(site: Site, method: str, path: str, status: int) -> None:
    response = site.browser().request(method, path, json={"name": "x"})
    assert response.status_code == status
    for name, value in SAFE.items():
        assert response.headers[name] == value
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "server" not in response.headers
    assert "strict-transport-security" not in response.headers
    if path.startswith("/api") and status >= 400:
        fault = response.json()
        assert set(fault) == {"code", "words"}
        assert all(fault["words"][tongue] for tongue in ("en", "zh-Hans", "zh-Hant"))


def test_personal_answers_are_not_kept(site: Site) -> None:
    assert site.browser().post("/api/me").headers["cache-control"] == "no-store"


def test_requests_have_ids(site: Site) -> None:
    ids = {site.browser().get("/api/health").headers["x-request-id"] for _ in range(3)}
    assert len(ids) == 3


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost",
        "http://localhost:1",
        "http://user@evil.example",
        "garbage",
    ],
)
def test_pages_of_other_sites_can_do_nothing(site: Site, origin: str) -> None:
    browser = site.guest()
    before = browser.post("/api/me").json()
    response = browser.patch("/api/me", json={"name": "Mallory"}, headers={"origin": origin})
    assert (response.status_code, response.json()["code"]) == (403, "origin")
    refused = browser.post("/api/me", headers={"origin": origin})
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers
    assert browser.post("/api/me").json() == before


def test_our_own_pages_can(site: Site) -> None:
    headers = {"origin": site.url}
    assert site.browser(headers=headers).post("/api/me").status_code == 200


def test_behind_a_proxy_the_public_address_is_ours(tmp_path: Path) -> None:
    with running(tmp_path, public_urls=("https://cards.example.org",)) as site:
        for origin, status in (
            ("https://cards.example.org", 200),
            ("https://cards.example.org.evil.example", 403),
        ):
            assert site.browser().post("/api/me", headers={"origin": origin}).status_code == status


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("evil.example", "host"),
        ("evil.example:80", "host"),
        ("127.0.0.1.evil.example", "host"),
        ("evil.1.0.0.2.ip6.arpa", "host"),
        ("2.0.192.in-addr.arpa:8000", "host"),
        ("nothome.arpa", "host"),
        ("ai.", "host"),
        ("cards.example.org", None),
        ("192.168.1.20:8000", None),
        ("[fe80::1]:8000", None),
        ("localhost", None),
        ("raspberrypi:8000", None),
        ("pi.local", None),
        ("pi.home.arpa:8000", None),
        ("home.arpa.", None),
    ],
)
def test_a_page_of_an_address_that_leads_here_is_not_ours(host: str, code: str | None) -> None:
    settings = ServerSettings(public_urls=("https://cards.example.org",))
    for known in (settings, ServerSettings()):
        gate = EdgeMiddleware(_nothing, known, Metrics(), WorkBudget(1.0, 1.0))
        fault = gate._strangeness(f"http://{host}", host)
        expected = "host" if host == "cards.example.org" and known is not settings else code
        assert (None if fault is None else fault.code) == expected


async def test_each_socket_that_is_opened_is_charged_to_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shengji.server.site.limits.PATIENCE", 0.0)
    opened: list[str] = []
    closed: list[str] = []

    async def accept(scope: Any, receive: Any, send: Any) -> None:
        opened.append(scope["client"][0])

    async def send(message: Any) -> None:
        closed.append(message["type"])

    work = WorkBudget(0.005, 1.0, clock=lambda: 0.0)  # a tenth of a second at once
    gate: Any = EdgeMiddleware(cast(Any, accept), ServerSettings(), Metrics(), work)
    scope = {"type": "websocket", "headers": [], "raw_path": b"/", "query_string": b""}
    for client in ("192.0.2.7", "192.0.2.8"):
        for _ in range(500):
            await gate({**scope, "client": (client, 1)}, None, send)
    assert opened.count("192.0.2.7") == opened.count("192.0.2.8") < 100
    assert closed == ["websocket.close"] * (1_000 - len(opened))


async def _nothing(*_: object) -> None:
    raise AssertionError("it is not asked")


def test_a_foreign_host_can_do_nothing(site: Site) -> None:
    headers = {"origin": "http://evil.example", "host": "evil.example"}
    refused = site.browser().post("/api/me", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "host")
    assert "SHENGJI_PUBLIC_URLS" in refused.json()["words"]["zh-Hans"]


def test_the_policy_allows_the_inline_parts_of_the_page_alone(site: Site) -> None:
    page = site.browser().get("/")
    policy = page.headers["content-security-policy"]
    inline = re.findall(r"<(?:script|style)>(.*?)</", page.text, re.DOTALL)
    assert len(inline) == policy.split(";")[1].count("sha256-") == 2
    for content in inline:
        assert base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() in policy


def test_a_strange_host_does_not_get_into_the_policy() -> None:
    assert "evil" not in policy_for("evil; script-src *")
    assert "ws://localhost:8000" in policy_for("localhost:8000")


@pytest.mark.parametrize("address", ["/api/tables/{}", "/api/matches?with={}", "/{}", "/api/me?{}"])
def test_addresses_have_a_limit(site: Site, address: str) -> None:
    browser = site.guest()
    for length in (LONGEST_ADDRESS, LONGEST_ADDRESS + 1, 20_000):
        found = browser.get(address.format("x" * (length - len(address) + 2)))
        assert (found.status_code == 414) == (length > LONGEST_ADDRESS)
        if length > LONGEST_ADDRESS:
            assert found.json()["code"] == "long-address"


@pytest.mark.parametrize(("path", "limit"), [("/api/tables", 16_384), ("/api/replays", 4_000_000)])
def test_a_body_that_is_too_large_is_told_the_limit_of_its_address(
    site: Site, path: str, limit: int
) -> None:
    refused = site.guest().post(path, content=b'{"text":"' + b"x" * limit + b'"}')
    assert refused.status_code == 413
    assert str(limit) in refused.json()["words"]["en"]


def test_bodies_have_a_limit(site: Site) -> None:
    response = site.guest().patch("/api/me", content=b'"' + b"x" * 20_000 + b'"')
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b'{"name": 1}', b'{"name": "x", "y": 1}', b"[" * 9000]
)
def test_what_cannot_be_read_is_refused(site: Site, body: bytes) -> None:
    response = site.guest().patch("/api/me", content=body)
    assert response.status_code == 400
    assert response.json()["code"] in ("bad-request", "too-deep", "not-utf8")


def test_making_people_and_tables_is_limited_for_each_address(tmp_path: Path) -> None:
    with running(tmp_path, creations_per_minute=3, trusted_proxies=("127.0.0.1",)) as site:
        statuses = [site.browser().post("/api/me").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        refused = site.browser().post("/api/me")
        assert refused.json()["code"] == "too-many-requests"
        assert 1 <= int(refused.headers["retry-after"]) <= 20
        elsewhere = {"x-forwarded-for": "203.0.113.9"}
        assert site.browser(headers=elsewhere).post("/api/me").status_code == 200


def test_who_is_not_trusted_cannot_take_another_address(tmp_path: Path) -> None:
    with running(tmp_path, creations_per_minute=1, trusted_proxies=("192.0.2.200",)) as site:
        statuses = [
            site.browser(headers={"x-forwarded-for": f"203.0.113.{n}"}).post("/api/me").status_code
            for n in range(3)
        ]
        assert statuses == [200, 429, 429]


def test_health_readiness_and_metrics(site: Site) -> None:
    browser = site.browser()
    assert browser.get("/api/health").json()["status"] == "ok"
    assert browser.get("/api/ready").json()["status"] == "ok"
    browser.get("/api/no/such/thing")
    text = browser.get("/api/metrics").text
    assert re.search(r'shengji_requests_total\{.*route="/api/health".*\} \d', text)
    for name in ("shengji_tables", "shengji_listeners", "shengji_command_seconds_bucket"):
        assert name in text


def test_without_a_client_the_page_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.app.STATIC", tmp_path / "none")
    with running(tmp_path) as site:
        assert "make web" in site.browser().get("/").text


def test_the_client_is_served_packed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>x</title>")
    (static / "assets" / "main-1a2b.js").write_text("let x = 1;" * 50)
    (static / "assets" / "main-1a2b.js.br").write_bytes(b"packed by brotli")
    (static / "assets" / "main-1a2b.js.gz").write_bytes(b"packed by gzip")
    (static / "assets" / "packed-3c4d.js.gz").write_bytes(gzip.compress(b"let y = 2;"))
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr("shengji.server.app.STATIC", static)
    with running(tmp_path) as site:
        page = httpx.get(site.url)
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        etag = page.headers["etag"]
        assert httpx.get(site.url, headers={"if-none-match": f"W/{etag}"}).status_code == 304
        url = f"{site.url}/assets/main-1a2b.js"
        plain = httpx.get(url, headers={"accept-encoding": "identity"})
        assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert plain.headers["content-type"].startswith("text/javascript")
        assert plain.text == "let x = 1;" * 50
        for accepted, body in (("gzip, br", "brotli"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")):
            with httpx.stream("GET", url, headers={"accept-encoding": accepted}) as packed:
                assert b"".join(packed.iter_raw()) == f"packed by {body}".encode()
        head = httpx.head(url, headers={"accept-encoding": "identity"})
        assert (head.headers["content-length"], head.content) == ("500", b"")
        url = f"{site.url}/assets/packed-3c4d.js"
        for accepted in ("identity", "gzip"):
            packed_only = httpx.get(url, headers={"accept-encoding": accepted})
            assert packed_only.headers["content-type"].startswith("text/javascript")
            assert packed_only.text == "let y = 2;"
        for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets"):
            assert httpx.get(site.url + path).status_code == 404


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/night/a-b_C3/run", "/#/night/a-b_C3/run"),
        ("/a%0d%0aset-cookie:%20b", "/#/a%0D%0Aset-cookie%3A%20b"),
    ],
)
def test_who_types_the_address_of_a_page_is_led_to_it(site: Site, path: str, leads_to: str) -> None:
    page = {"accept": "text/html,*/*;q=0.8"}
    with site.browser() as browser:
        answer = browser.get(path, headers=page, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, leads_to)
        assert browser.get(path, headers={"accept": "*/*"}).json()["code"] == "not-found"
        unknown = browser.get("/api/nowhere", headers=page)
        assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")


def test_an_origin_that_makes_no_sense_is_a_stranger(site: Site) -> None:
    response = site.browser().post("/api/me", headers={"origin": "http://["})
    assert (response.status_code, response.json()["code"]) == (403, "origin")


def test_a_head_that_never_ends_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "127.0.0.1", int(site.host.partition(":")[2])
    with socket.create_connection(address, timeout=PATIENCE) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        with pytest.raises(OSError):
            for _ in range(1000):
                endless.sendall(b"x" * 65_536)
    monkeypatch.setattr("shengji.server.protocols._HEAD_SECONDS", 0.2)
    for part in (b"", b"GET / HT"):
        with socket.create_connection(address, timeout=PATIENCE) as slow:
            slow.sendall(part)
            with suppress(ConnectionResetError):
                assert slow.recv(1) == b""
    assert site.browser().get("/api/health").status_code == 200


HALF = (
    b"POST /api/rules/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b'Content-Length: 5000\r\n\r\n{"rules": '
)


def test_a_body_that_never_ends_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "127.0.0.1", int(site.host.partition(":")[2])
    monkeypatch.setattr("shengji.server.protocols._BODY_SECONDS", 0.3)
    for half in (HALF, HALF.replace(b"POST /api/rules/check", b"GET /api/health")):
        with socket.create_connection(address, timeout=PATIENCE) as slow:
            slow.sendall(half)
            with suppress(ConnectionResetError):
                while slow.recv(65_536):
                    pass


def test_a_request_that_takes_long_and_sockets_are_not_cut_off(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.protocols._BODY_SECONDS", 0.2)
    browser = site.guest()
    with site.connect(browser, site.table(browser)) as talk:
        talk.hello()
        time.sleep(0.4)
        talk.say({"type": "ping"})
        assert talk.until("pong")


def test_who_hangs_up_is_no_fault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as site:
        address = "127.0.0.1", int(site.host.partition(":")[2])
        for _ in range(20):
            with socket.create_connection(address, timeout=PATIENCE) as gone:
                gone.sendall(HALF)
        told = 'shengji_requests_total{method="POST",route="-",status="499"} 20.0'
        browser = site.browser()
        wait_for(lambda: told in browser.get("/api/metrics").text)
    said = "".join(capfd.readouterr())
    assert "Traceback" not in said and "error" not in said


def test_who_keeps_the_server_busy_is_slowed_down_and_then_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.site.limits.PATIENCE", 0.1)
    with running(tmp_path, work_per_address=0.005, work_per_person=64.0) as site:
        browser = site.browser()
        check = partial(browser.post, "/api/rules/check", json={"rules": {"decks": 3}})
        response = check()
        for _ in range(500):  # there is a tenth of a second
            if response.status_code == 200:
                response = check()
        assert (response.status_code, response.json()["code"]) == (429, "too-many-requests")
        assert int(response.headers["retry-after"]) >= 1
        work = site.server.app.state.services.work
        work.spend(1.0, "127.0.0.1")
        began = time.monotonic()
        assert browser.get("/api/lobby").status_code == 429
        assert time.monotonic() - began >= 0.1
        work.spend(-600.0, "127.0.0.1")  # as if time had passed
        assert browser.get("/api/lobby").status_code == 200


def test_requests_and_sockets_draw_on_one_budget_of_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.site.limits.PATIENCE", 0.1)
    with running(tmp_path, work_per_person=0.05) as site:
        browser, other = site.guest(), site.guest()
        table = site.table(browser)
        person = browser.post("/api/me").json()["person"]
        work = site.server.app.state.services.work
        with site.connect(browser, table) as talk:
            talk.hello()
            work.spend(1.15, "elsewhere", person)
            began = time.monotonic()
            # The first may be read already; one of them when there is something left again.
            for _ in range(2):
                talk.say({"type": "ping"})
                talk.until("pong")
            assert time.monotonic() - began > 0.2
        work.spend(5.0, "elsewhere", person)
        assert browser.patch("/api/me", json={"name": "Wu"}).json()["code"] == "too-many-requests"
        assert other.patch("/api/me", json={"name": "Wu"}).status_code == 200


def test_text_that_is_none_is_no_fault_of_ours(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        body = b'{"rules": "\xff"}'
        response = browser.post("/api/rules/check", content=body)
        assert (response.status_code, response.json()["code"]) == (400, "not-utf8")
        with site.connect(browser, site.table(browser)) as talk:
            talk.hello()
            protocol = talk.connection.protocol
            protocol.send_text(b"\xff\xfe")
            talk.connection.socket.sendall(b"".join(protocol.data_to_send()))
            with pytest.raises(ConnectionClosedError) as closed:
                while True:
                    talk.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    said = "".join(capfd.readouterr())
    assert "Traceback" not in said and "error" not in said
