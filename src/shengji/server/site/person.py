"""A person, as every subject knows them."""

from __future__ import annotations

from typing import NamedTuple

from shengji.server.site.schemas import Role


class Person(NamedTuple):
    """A person, by public id.

    Attributes:
        id: the public id.
        name: what others read.
        role: of the account; `None`: a guest.
        bot: whether the account is a bot's, which plays over the network and sits nowhere.
    """

    id: str
    name: str
    role: Role | None = None
    bot: bool = False

    @property
    def has_account(self) -> bool:
        """Whether the name is theirs alone."""
        return self.role is not None

    @property
    def organises(self) -> bool:
        """Tell whether the site trusts them to run what organisers run."""
        return self.role in ("organiser", "administrator")


class Bearer(NamedTuple):
    """The person for whom a token stands.

    Attributes:
        person: the person.
        token: the id of the token.
        scopes: what it allows.
    """

    person: Person
    token: str
    scopes: frozenset[str]
