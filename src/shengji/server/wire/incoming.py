"""The messages from the browser."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from shengji.server.wire.actions import Action, GameAction
from shengji.server.wire.basics import Id, Version


class _FromBrowser(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromBrowser, tag="hello", frozen=True):
    """The first message.

    Attributes:
        since: the version of the last event that the browser has, to be sent only what is new.
    """

    since: Version | None = None


class Do(_FromBrowser, tag="do", frozen=True):
    """Ask for something to be done.

    Attributes:
        id: made up by the browser; sent again after a lost connection, it acts once.
        version: what the person had seen; when that has changed in a way that matters, the action
            is refused as late.
        action: what.
    """

    id: Id
    version: Version
    action: Action


class Check(_FromBrowser, tag="check", frozen=True):
    """Ask whether a decision would be refused, as far as one's own cards tell, and how it reads."""

    id: Id
    action: GameAction


class AskHint(_FromBrowser, tag="hint", frozen=True):
    """Ask what a bot would do in one's place."""

    id: Id


class Ping(_FromBrowser, tag="ping", frozen=True):
    """Ask for a `Pong`, to see whether the line is alive."""


FromBrowser: TypeAlias = Hello | Do | Check | AskHint | Ping
