"""The site behind a proxy that is set up as the sample says: over HTTPS, to the cards."""

from __future__ import annotations

import os
import ssl
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from shengji.terminal.doctor.address import check_address
from tests.browser.servers import free_port
from tests.image import ROOT
from tests.server.http.site import Talk, running
from tests.waiting import PATIENCE, wait_for

CADDY = Path(sysconfig.get_path("scripts")) / "caddy"

_LOCAL = """{
	admin off
	skip_install_trust
	auto_https disable_redirects
}
"""
"""The settings that a test needs besides: it may neither have port 80 nor trust its own."""


@pytest.fixture
def proxied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A site behind Caddy; the address that browsers know."""
    # On a busy machine it may take longer to be ready, and that is not what is wrong.
    monkeypatch.setattr("shengji.server.site.operations._PATIENCE", PATIENCE)
    monkeypatch.setattr("shengji.terminal.doctor.address._SECONDS", PATIENCE)
    port = free_port()
    url = f"https://localhost:{port}"
    sample = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    (tmp_path / "Caddyfile").write_text(_LOCAL + sample, encoding="utf-8")
    with running(tmp_path, public_urls=(url,), creations_per_minute=4) as site:
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(tmp_path),
            "SITE": f"localhost:{port}",
            "SERVER": site.host.replace("localhost", "127.0.0.1"),
        }
        config = str(tmp_path / "Caddyfile")
        command = [str(CADDY), "run", "--config", config, "--adapter", "caddyfile"]
        with (tmp_path / "caddy.log").open("w") as log:
            caddy = subprocess.Popen(command, env=environment, stderr=log, stdout=log)
        try:
            root = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            monkeypatch.setenv("SSL_CERT_FILE", str(root))
            wait_for(lambda: root.exists() and answers(url), each=0.1)
            yield url
        finally:
            caddy.terminate()
            caddy.wait(PATIENCE)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/ready").status_code == httpx.codes.OK
    except httpx.HTTPError:
        return False


def test_people_play_and_nobody_pretends_to_be_elsewhere(proxied: str) -> None:
    found = {at.check: at.state for at in check_address(proxied)}
    assert found.pop("certificate") == "doubtful", "Caddy's own are good for half a day"
    assert set(found.values()) == {"good"}, found
    page = {"Origin": proxied}
    with httpx.Client(base_url=proxied, headers=page, timeout=PATIENCE) as ann:
        assert ann.get("/").status_code == httpx.codes.OK
        assert ann.post("/api/me").is_success
        assert list(ann.cookies) == ["__Host-shengji"]
        made = ann.post("/api/tables", json={"bots": "basic", "start": True})
        table = made.json()["table"]
        headers = {**page, "Cookie": f"__Host-shengji={ann.cookies['__Host-shengji']}"}
        line = connect(
            f"{proxied.replace('https', 'wss')}/api/tables/{table}/socket",
            additional_headers=headers,
            ssl=ssl.create_default_context(),
            max_size=None,
            legacy=True,
        )
        with Talk(line) as talk:
            assert talk.hello()["seat"] == 0
            assert talk.until("happened")["events"]
        assert ann.get("/api/metrics").status_code == httpx.codes.FORBIDDEN
        body = {"name": "x" * 20_000}
        assert ann.patch("/api/me", json=body).json()["code"] == "too-large"
    statuses = [
        httpx.post(
            f"{proxied}/api/me", headers={**page, "X-Forwarded-For": f"192.0.2.{number}"}
        ).status_code
        for number in range(4)
    ]
    assert httpx.codes.TOO_MANY_REQUESTS in statuses, "they are counted together"
