"""The accounts, passkeys and browsers that the database knows."""

from __future__ import annotations

from typing import NamedTuple

from shengji.server.site.schemas import Role


class Account(NamedTuple):
    """The account of a person.

    Attributes:
        person: whose.
        name: what others read; no other account has one like it.
        role: what its owner may do.
        has_passphrase: whether it has a passphrase.
        mail: an address that its owner has confirmed; `None`: none.
        codes: how many recovery codes have not been used.
        made: when, in milliseconds since 1970.
        renamed: when it got its name.
        seen: when its owner was last here, to the day.
        bot: whether it is a bot's.
    """

    person: str
    name: str
    role: Role
    has_passphrase: bool
    mail: str | None
    codes: int
    made: int
    renamed: int
    seen: int
    bot: bool


class Passkey(NamedTuple):
    """A passkey of an account.

    Attributes:
        id: the credential's id.
        person: whose.
        site: the domain for which it is good.
        key: the public key, as COSE.
        signs: how often it says that it has signed; 0 where it does not count.
        label: what its owner calls it.
        made: when, in milliseconds since 1970.
        used: when last; `None`: never.
    """

    id: bytes
    person: str
    site: str
    key: bytes
    signs: int
    label: str
    made: int
    used: int | None


class KnownDevice(NamedTuple):
    """A browser that is a person's.

    Attributes:
        id: its id.
        label: what it is, such as `Firefox · Android`; empty where that is not known.
        made: since when it is this person's; `None`: from before that was kept.
        seen: when it was last here, to the day; likewise.
    """

    id: str
    label: str
    made: int | None
    seen: int | None
