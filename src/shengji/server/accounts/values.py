"""Values of accounts, passkeys and browsers from the database."""

from __future__ import annotations

from typing import NamedTuple

from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.site.schemas import Role


class Account(NamedTuple):
    """The account of a person.

    Attributes:
        name: the displayed name, unlike that of any other account.
        mail: a mail address that the owner has confirmed; `None`: none.
        codes: number of unused recovery codes.
        seen: last use, to the day.
    """

    person: PersonId
    name: str
    role: Role
    has_passphrase: bool
    mail: str | None
    codes: int
    made: UnixMs
    renamed: UnixMs
    seen: UnixMs
    bot: bool


class Passkey(NamedTuple):
    """A passkey of an account.

    Attributes:
        id: the credential's id.
        site: the domain to which it belongs (RP id).
        key: the public key, as COSE.
        signs: the signature counter; 0: the passkey does not count.
        used: last use; `None`: never.
    """

    id: bytes
    person: PersonId
    site: str
    key: bytes
    signs: int
    label: str
    made: UnixMs
    used: UnixMs | None


class KnownDevice(NamedTuple):
    """A signed-in browser of a person.

    Attributes:
        label: description such as `Firefox · Android`; empty: unknown.
        made: sign-in; `None`: before this was recorded.
        seen: last use, to the day; `None`: before this was recorded.
    """

    id: str
    label: str
    made: UnixMs | None
    seen: UnixMs | None
