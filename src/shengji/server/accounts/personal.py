"""Personal data of accounts: browsers, credentials, stored responses and tokens."""

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
    """Personal data of people, accounts, browsers and passkeys."""

    def __init__(self, people: PeopleStore, accounts: AccountStore, ways: CredentialStore) -> None:
        self._people = people
        self._accounts = accounts
        self._ways = ways

    async def export(self, person: Person) -> Files:
        """Export the person, the account, the devices, and the passkeys without their keys."""
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
    """Personal data of stored responses; the database deletes them with the person."""

    def __init__(self, answers: StoredResponseStore) -> None:
        self._answers = answers

    async def export(self, person: Person) -> Files:
        """Export the times of the requests; the responses are encrypted with the client's keys."""
        yield "requests.json", as_json([{"at": at} for at in await self._answers.of(person.id)])


class TokenPersonal(PersonalData):
    """Personal data of tokens."""

    def __init__(self, tokens: TokenStore) -> None:
        self._tokens = tokens

    async def export(self, person: Person) -> Files:
        """Export the tokens, without their secrets."""
        yield "tokens.json", as_json([at._asdict() for at in await self._tokens.of(person.id)])
