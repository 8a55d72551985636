"""A seat played by a subprocess."""

from __future__ import annotations

from shengji.bots.outside import pool
from shengji.bots.outside.channel import Channel, Line, program_of
from shengji.bots.outside.messages import Bye
from shengji.bots.outside.protocol import ProtocolBot
from shengji.record.lines import encode


class ProcessBot(ProtocolBot):
    """A bot played by a subprocess that speaks the protocol; made by `process_bot`."""

    name = "exec"

    def _prepare(self) -> None:
        super()._prepare()
        self._program = program_of(self.command)

    def _reach(self) -> Line:
        """Take an idle process, or start one."""
        self._process = pool.take(self._program) or Channel(self._program)
        return self._process

    def _dismiss(self) -> None:
        """End the process, or keep it for another match if it allows that."""
        if self._channel is None:
            return
        self._channel = None
        if self._ready and self._reuse and not self._asking and self._process.is_quiet:
            pool.give(self._process)
        else:
            self._process.send(encode(Bye()))
            self._process.close()
