"""The examination of a database: at which step it is, and whether it keeps what is told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from shengji.server.stores import Stores
from shengji.terminal.doctor.storage import check_database
from tests.server.storage.kit import add_step, execute

pytestmark = pytest.mark.postgresql


async def states(url: str) -> dict[str, tuple[str, str]]:
    return {at.check: (at.state, at.words.render("en")) for at in await check_database(url)}


async def test_one_that_is_up_to_date_is_well(store: Stores, url: str) -> None:
    found = await states(url)
    assert {found[name][0] for name in ("database", "schema", "durable")} == {"good"}
    assert "clock" not in found or found["clock"][0] == "good"


async def test_one_of_another_version_is_told(
    store: Stores, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    with monkeypatch.context() as patch:
        add_step(patch, tmp_path)
        state, words = (await states(url))["schema"]
        assert state == "doubtful" and "Make a backup first" in words
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    state, words = (await states(url))["schema"]
    assert state == "bad" and "step 9999, of a newer version" in words
    await execute(url, "DROP TABLE alembic_version")
    assert (await states(url))["schema"][0] == "doubtful"


async def test_one_that_loses_what_was_told_is_bad(postgres_url: str) -> None:
    name = make_url(postgres_url).database
    await execute(postgres_url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    state, words = (await states(postgres_url))["durable"]
    assert state == "bad" and "synchronous_commit off: a power cut" in words


async def test_clocks_that_differ_are_told(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time
    monkeypatch.setattr("shengji.terminal.doctor.storage.time.time", lambda: now() - 30)
    state, words = (await states(postgres_url))["clock"]
    assert state == "bad" and "off by +30.0 s" in words
