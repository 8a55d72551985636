"""The bus over TLS: only with a NATS that proves who it is, and never without TLS by the way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.cluster.links import HOST
from benchmarks.cluster.processes import Nats
from shengji.server.cluster import nats_bus
from shengji.server.cluster.connecting import connect_bus
from shengji.server.site.settings import ServerSettings, SettingsError
from tests.server.certificates import certificate


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    return certificate(tmp_path)


@pytest.fixture
def secure(tmp_path: Path, trusted: Path) -> Iterator[Nats]:
    server = Nats(tmp_path, tls=(trusted, tmp_path / "key.pem")).start()
    yield server
    server.kill()


async def test_what_is_told_goes_over_tls(secure: Nats, trusted: Path) -> None:
    one, other = [await connect_bus(secure.url, str(trusted)) for _ in range(2)]
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    await other.subscribe("news", heard.put_nowait)
    one.publish("news", b"good evening")
    assert await heard.get() == b"good evening"
    await one.close()
    await other.close()


async def test_a_certificate_of_a_stranger_is_refused(
    secure: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_CONNECT", 1)
    with pytest.raises(SettingsError, match=r"is not trusted: .*SHENGJI_NATS_CA"):
        await connect_bus(secure.url)


async def test_nobody_is_told_anything_without_tls(
    nats: Nats, trusted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_CONNECT", 1)
    address = f"tls://user:secret@{HOST}:{nats.port}"
    with pytest.raises(SettingsError, match=r"is not trusted: it has no TLS, which"):
        await connect_bus(address, str(trusted))


async def test_certificates_that_are_none_are_said(tmp_path: Path) -> None:
    for name, content in (("missing.pem", None), ("wrong.pem", "certificate")):
        path = tmp_path / name
        if content is not None:
            path.write_text(content)
        with pytest.raises(SettingsError, match=rf"certificates in .*{name} cannot be read"):
            await connect_bus("tls://localhost:1", str(path))


@pytest.mark.parametrize(
    ("nats", "ca"),
    [
        ("http://host", ""),
        ("host:4222", ""),
        ("nats://one,tls://other", ""),
        ("nats://one", "ca.pem"),
        ("", "ca.pem"),
    ],
)
def test_addresses_are_of_one_kind(nats: str, ca: str) -> None:
    with pytest.raises(SettingsError, match="tls://"):
        ServerSettings(nats=nats, nats_ca=ca)
