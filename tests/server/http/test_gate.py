import re
import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from shengji.server.http.gate import policy_for
from tests.server.http.site import Site, running

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


def test_a_strange_host_does_not_get_into_the_policy() -> None:
    assert "evil" not in policy_for("evil; script-src *")
    assert "ws://localhost:8000" in policy_for("localhost:8000")


def test_bodies_have_a_limit(site: Site) -> None:
    response = site.guest().patch("/api/me", content=b'"' + b"x" * 20_000 + b'"')
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b'{"name": 1}', b'{"name": "x", "y": 1}', b"[" * 9000]
)
def test_what_cannot_be_read_is_refused(site: Site, body: bytes) -> None:
    response = site.guest().patch("/api/me", content=body)
    assert response.status_code == 400
    assert response.json()["code"] in ("bad-request", "too-deep")


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
    monkeypatch.setattr("shengji.server.http.app.STATIC", tmp_path / "none")
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
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr("shengji.server.http.app.STATIC", static)
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
        for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets"):
            assert httpx.get(site.url + path).status_code == 404


def test_an_origin_that_makes_no_sense_is_a_stranger(site: Site) -> None:
    response = site.browser().post("/api/me", headers={"origin": "http://["})
    assert (response.status_code, response.json()["code"]) == (403, "origin")


def test_a_head_that_never_ends_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "127.0.0.1", int(site.host.partition(":")[2])
    with socket.create_connection(address, timeout=10) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        with pytest.raises(OSError):
            for _ in range(1000):
                endless.sendall(b"x" * 65_536)
    monkeypatch.setattr("shengji.server.http.runner._HEAD_SECONDS", 0.2)
    for part in (b"", b"GET / HT"):
        with socket.create_connection(address, timeout=10) as slow:
            slow.sendall(part)
            began = time.monotonic()
            with suppress(ConnectionResetError):
                assert slow.recv(1) == b""
            assert time.monotonic() - began < 5
    assert site.browser().get("/api/health").status_code == 200
