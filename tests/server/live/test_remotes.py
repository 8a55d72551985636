"""Bots over the network: for how long their seats are kept while they are away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from shengji.server.tables.bots.remote import LocalPlayer, Remotes


async def visit(remotes: Remotes, player: LocalPlayer) -> None:
    """Be here for a moment."""
    games = remotes.stream_games(player, 1)
    reading = asyncio.ensure_future(anext(games))
    while not player.is_connected:
        await asyncio.sleep(0)
    reading.cancel()
    with suppress(asyncio.CancelledError):
        await reading


async def test_one_that_has_come_back_and_goes_again_has_its_whole_time_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remotes, due = Remotes(), list[Callable[[], None]]()
    player = remotes.register("ann", "Deep Wu")
    assert player is not None

    def call_later(_: float, call: Callable[..., None], *given: Any) -> None:
        due.append(partial(call, *given))

    monkeypatch.setattr(player, "loop", SimpleNamespace(call_later=call_later))
    await visit(remotes, player)
    await visit(remotes, player)
    first, second = due
    first()
    assert remotes.names == ("@Deep Wu",), "it has only just gone again"
    second()
    assert not remotes.names
