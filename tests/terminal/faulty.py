"""`shengji play` of which a part fails once there is a hand to lose: a program for a terminal.

`python -m tests.terminal.faulty PART ARGUMENTS`.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from shengji.bots.ruled import RuledBot
from shengji.terminal.main import main
from shengji.terminal.table.session import Session
from shengji.terminal.table.widgets.messages import Messages


def fault(*given: object) -> Any:
    raise RuntimeError("out of order")


def of_a_widget() -> None:
    whole = Messages.paint

    def paint(self: Messages, canvas: Any, scene: Any) -> Any:
        return fault() if scene.session.hand else whole(self, canvas, scene)

    Messages.paint = paint  # type: ignore[method-assign]


def of_a_bot() -> None:
    RuledBot.follow = fault  # type: ignore[method-assign, assignment]


def of_the_session() -> None:
    whole = Session.next_command

    def next_command(self: Session) -> Any:
        return fault() if self.match.hands and self.cards else whole(self)

    Session.next_command = next_command  # type: ignore[method-assign]


FAULTS: Final = {"widget": of_a_widget, "bot": of_a_bot, "session": of_the_session}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]()
    sys.argv[:2] = ["shengji", "play", "--auto", "--speed", "instant", "--seed", "1"]
    main()
