"""A mail server of this machine, which keeps what it is given."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP

from tests.waiting import wait_for


class Box:
    """The mail that a server has been given, and its answers.

    Attributes:
        port: its port of this machine.
        mails: what has come, each with the address for which it is.
        full: it takes nothing.
        quits: it answers well when the other says goodbye.
        going: while it is not set, it waits before it says what it can do.
    """

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[tuple[str, EmailMessage]] = []
        self.full, self.quits = False, True
        self.going = threading.Event()
        self.going.set()

    def wait_for(self, count: int) -> None:
        """Wait until so many mails are there."""
        wait_for(lambda: len(self.mails) >= count)

    # What `SMTP` asks.

    async def handle_EHLO(
        self, server: SMTP, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        await asyncio.to_thread(self.going.wait)
        session.host_name = hostname
        return responses

    async def handle_RCPT(
        self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.full:
            return "552 full"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append((envelope.rcpt_tos[0], found))
        return "250 ok"

    async def handle_QUIT(self, server: SMTP, session: Any, envelope: Any) -> str:
        return "221 bye" if self.quits else "451 not yet"


@contextmanager
def mailbox(secret: ssl.SSLContext | None = None, **options: Any) -> Iterator[Box]:
    """A mail server that runs in a thread.

    Args:
        secret: what makes it speak in secret from the first word on.
        options: of `SMTP`.
    """
    box, begun = Box(), threading.Event()
    transports: list[asyncio.Transport] = []
    loop = asyncio.new_event_loop()
    ended = asyncio.Event()

    class Talk(SMTP):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transports.append(transport)
            super().connection_made(transport)

    async def serve() -> None:
        made = await loop.create_server(
            lambda: Talk(box, loop=loop, **options), "127.0.0.1", 0, ssl=secret
        )
        box.port = made.sockets[0].getsockname()[1]
        begun.set()
        await ended.wait()
        made.close()
        talks = asyncio.all_tasks() - {asyncio.current_task()}
        for transport in transports:
            transport.abort()
        await asyncio.gather(*talks, return_exceptions=True)

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(30), "the mail server does not start"
    try:
        yield box
    finally:
        box.going.set()
        loop.call_soon_threadsafe(ended.set)
        thread.join()
