"""The note on the failure of an external bot and its replacement."""

from __future__ import annotations

from shengji.bots.outside import Failure
from shengji.bots.outside.names import name_of
from shengji.game.notes import Note
from shengji.record.printable import printable


def bot_failed(failure: Failure, bot: str) -> Note:
    """Create the note that an external bot failed and another bot plays in its seat."""
    params = {"seat": failure.seat, "fault": f"failed.{failure.kind}", "bot": bot}
    return Note("bot-failed", {**params, "name": printable(name_of(failure.command))}, loud=True)
