"""Mail to owners of accounts, where the operator has named a server that sends it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

from shengji.server.settings import ServerSettings

_SECONDS: Final = 20.0
"""How long the mail server may take for each step."""

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}"
)
"""As HTML's `input type=email` has it, with a domain of the Internet."""


class PostError(Exception):
    """The mail was not sent."""


def is_address(text: str) -> bool:
    r"""Whether mail can be sent to this.

    >>> is_address("wu@example.org"), is_address("wu@localhost"), is_address("a@b.cc\nBcc: x@y.zz")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(text) is not None


class Post:
    """Sends mail.

    Args:
        settings: name the server, and who we are there.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings

    @classmethod
    def of(cls, settings: ServerSettings) -> Post | None:
        """What sends mail by these settings; `None`: nothing does."""
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
        try:
            await asyncio.to_thread(self._send, message)
        except (OSError, smtplib.SMTPException) as fault:
            # By its kind alone: what the server says may name the address, and this is logged.
            raise PostError(type(fault).__name__) from fault

    def _send(self, message: EmailMessage) -> None:
        settings = self._settings
        place = settings.mail_host, settings.mail_port
        safe = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(*place, timeout=_SECONDS, context=safe)
            if settings.mail_security == "tls"
            else smtplib.SMTP(*place, timeout=_SECONDS)
        ) as server:
            if settings.mail_security == "starttls":
                server.starttls(context=safe)
            if settings.mail_user:
                server.login(settings.mail_user, settings.mail_password)
            server.send_message(message)
