"""Mail to owners of accounts, where the operator has named a server that sends it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

from shengji.server.site.settings import ServerSettings

_SECONDS: Final = 10.0
"""So long the mail server may take for a mail; then whoever waits hears that it was not sent."""

_THREADS: Final = 4
"""So many mails are sent at the same time."""

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}"
)
"""As HTML's `input type=email` has it, with a domain of the Internet."""


class MailError(Exception):
    """The mail was not sent."""


def is_address(text: str) -> bool:
    r"""Whether mail can be sent to this.

    >>> is_address("wu@example.org"), is_address("wu@localhost"), is_address("a@b.cc\nBcc: x@y.zz")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(text) is not None


class Mailer:
    """Sends mail, in threads of its own, since a mail server may keep them waiting.

    Args:
        settings: name the server, and who we are there.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="post")

    @classmethod
    def of(cls, settings: ServerSettings) -> Mailer | None:
        """The sender of mail by these settings; `None`: nothing is sent."""
        return cls(settings) if settings.mail_host else None

    async def send(self, address: str, subject: str, body: str) -> None:
        """Send a mail; it is on its way when this returns.

        Raises:
            PostError: it is not.
        """
        message = EmailMessage()
        message["From"] = self._settings.mail_from
        message["To"] = address
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._settings.mail_from.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(body)
        until = time.monotonic() + _SECONDS
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_SECONDS):
                await loop.run_in_executor(self._pool, self._send, message, until)
        except (OSError, smtplib.SMTPException, ValueError) as fault:
            # By its kind alone: what the server says may name the address, and this is logged.
            raise MailError(type(fault).__name__) from fault

    def close(self) -> None:
        """Let the threads end."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def reach(self) -> None:
        """Come to where a mail would be handed over, and go again; for who examines the site.

        Raises:
            OSError: the server is not reached, or not in time.
            smtplib.SMTPException: it refuses us.
        """
        with self._reached(time.monotonic() + _SECONDS):
            pass

    def _send(self, message: EmailMessage, until: float) -> None:
        with self._reached(until) as server:
            server.send_message(message)

    @contextmanager
    def _reached(self, until: float) -> Iterator[smtplib.SMTP]:
        """The mail server, where it knows who we are."""
        settings = self._settings
        place, patience = (settings.mail_host, settings.mail_port), _left(until)
        safe = ssl.create_default_context()
        server = (
            smtplib.SMTP_SSL(*place, timeout=patience, context=safe)
            if settings.mail_security == "tls"
            else smtplib.SMTP(*place, timeout=patience)
        )
        try:
            if settings.mail_security == "starttls":
                _hurry(server, until)
                server.starttls(context=safe)
            if settings.mail_user:
                _hurry(server, until)
                server.login(settings.mail_user, settings.mail_password)
            _hurry(server, until)
            yield server
            # What was sent is on its way, whatever the server answers from here on.
            with suppress(OSError, smtplib.SMTPException):
                server.putcmd("QUIT")
        finally:
            server.close()


def _hurry(server: smtplib.SMTP, until: float) -> None:
    """Let a server take no longer than is left."""
    assert server.sock is not None, "it is connected"
    server.sock.settimeout(_left(until))


def _left(until: float) -> float:
    """The seconds that are left; `TimeoutError`: none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
