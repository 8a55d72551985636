"""Mail to owners of accounts, if the operator has configured a mail server."""

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
"""Timeout in seconds of sending a mail."""

_THREADS: Final = 4
"""Maximum number of mails that are sent concurrently."""

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}"
)
"""Syntax of HTML's `input type=email`, with an Internet domain."""


class MailError(Exception):
    """The mail was not sent."""


def is_address(text: str) -> bool:
    r"""Whether a text is a mail address.

    >>> is_address("wu@example.org"), is_address("wu@localhost"), is_address("a@b.cc\nBcc: x@y.zz")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(text) is not None


class Mailer:
    """Sends mail in its own threads, since a mail server may be slow."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="post")

    @classmethod
    def of(cls, settings: ServerSettings) -> Mailer | None:
        """The mailer for these settings; `None`: no mail server is configured."""
        return cls(settings) if settings.mail_host else None

    async def send(self, address: str, subject: str, body: str) -> None:
        """Send a mail; return when the server has accepted it.

        Raises:
            MailError: the server has not accepted it.
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
            # Only the type: the server's message may contain the address, and this text is logged.
            raise MailError(type(fault).__name__) from fault

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def reach(self) -> None:
        """Connect and sign in to the mail server without sending, as a check of the configuration.

        Raises:
            OSError: the server cannot be reached in time.
            smtplib.SMTPException: the server refuses the connection.
        """
        with self._reached(time.monotonic() + _SECONDS):
            pass

    def _send(self, message: EmailMessage, until: float) -> None:
        with self._reached(until) as server:
            server.send_message(message)

    @contextmanager
    def _reached(self, until: float) -> Iterator[smtplib.SMTP]:
        """A connection to the mail server, signed in if credentials are configured."""
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
            # The server has accepted the mail; errors from here on do not matter.
            with suppress(OSError, smtplib.SMTPException):
                server.putcmd("QUIT")
        finally:
            server.close()


def _hurry(server: smtplib.SMTP, until: float) -> None:
    assert server.sock is not None, "it is connected"
    server.sock.settimeout(_left(until))


def _left(until: float) -> float:
    """The remaining seconds; raises `TimeoutError` if there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
