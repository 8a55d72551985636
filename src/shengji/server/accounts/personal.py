"""Rows that are kept of people themselves: browsers, accounts, ways in, and tokens."""

from __future__ import annotations

from webauthn.helpers import bytes_to_base64url

from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.tokens import TokenStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json
from shengji.server.site.stored_responses import StoredResponseStore


class PeoplePersonal(PersonalData):
    """The tables of people, and of how their browsers and the owner are known."""

    def __init__(self, people: PeopleStore, accounts: AccountStore, ways: CredentialStore) -> None:
        self._people = people
        self._accounts = accounts
        self._ways = ways

    async def export(self, person: Person) -> Files:
        """Give out the person and the account, devices, and passkeys without their keys."""
        account = await self._accounts.of(person.id)
        yield (
            "person.json",
            as_json(
                {
                    "person": person.id,
                    "name": person.name,
                    "account": None if account is None else account._asdict(),
                }
            ),
        )
        devices = await self._people.devices(person.id)
        yield "devices.json", as_json([at._asdict() for at in devices])
        yield (
            "passkeys.json",
            as_json(
                [
                    {
                        "passkey": bytes_to_base64url(passkey.id),
                        "label": passkey.label,
                        "site": passkey.site,
                        "made": passkey.made,
                        "used": passkey.used,
                    }
                    for passkey in await self._ways.passkeys(person.id)
                ]
            ),
        )


class AnswerPersonal(PersonalData):
    """The answers that are kept for requests which are sent again; they go with the person."""

    def __init__(self, answers: StoredResponseStore) -> None:
        self._answers = answers

    async def export(self, person: Person) -> Files:
        """Export when those requests came; nobody can read the answers without their keys."""
        yield "requests.json", as_json([{"at": at} for at in await self._answers.of(person.id)])


class TokenPersonal(PersonalData):
    """The tokens of people."""

    def __init__(self, tokens: TokenStore) -> None:
        self._tokens = tokens

    async def export(self, person: Person) -> Files:
        """Give out the tokens, without the secrets."""
        yield "tokens.json", as_json([at._asdict() for at in await self._tokens.of(person.id)])
