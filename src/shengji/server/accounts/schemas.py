"""Schemas of accounts: creation, credentials, devices, tokens, and signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from shengji.rules.bounds import READ_STRICTLY, Word
from shengji.server.site.me import Me
from shengji.server.site.schemas import Role, Schema, Scope, Tongue
from shengji.words.others import ForOthers

Name = Annotated[ForOthers, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


Passphrase = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, examples=["tiger on the ridge"])
]


LONGEST_LABEL = 40

Label = Annotated[str, msgspec.Meta(max_length=LONGEST_LABEL, examples=["Phone"])]


Credential = Annotated[
    dict[Word, Any],
    msgspec.Meta(
        max_length=40,
        extra={READ_STRICTLY: "webauthn"},
        description="What the browser's `navigator.credentials` gave, by its `toJSON()`.",
        examples=[{"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {}}],
    ),
]


class NewAccount(Schema, frozen=True):
    """An account to be made of a guest, with the first credential: a passphrase or a passkey.

    Attributes:
        name: the displayed name, unlike that of any other account.
        passphrase: at least 10 characters, and not a common one.
        passkey: made with the options of `POST /api/passkeys` for `make`.
        label: name of the passkey.
    """

    name: Name
    passphrase: Passphrase | None = None
    passkey: Credential | None = None
    label: Label = ""


class MadeAccount(Schema, frozen=True):
    """A new account.

    Attributes:
        me: the person; the public id is unchanged.
        codes: recovery codes, each valid once; they are shown only now.
    """

    me: Me
    codes: tuple[str, ...]


class PasskeyLine(Schema, frozen=True):
    """A passkey of the caller's account.

    Attributes:
        passkey: its id.
        made: creation, in milliseconds since 1970.
        used: last use, in milliseconds since 1970; `None`: never.
        here: whether it works at the address of this request.
    """

    passkey: str
    label: str
    made: int
    used: int | None
    here: bool


class AccountState(Schema, frozen=True):
    """The caller's account.

    Attributes:
        made: creation, in milliseconds since 1970.
        rename_from: earliest time of the next renaming, in milliseconds since 1970.
        passphrase: whether it has a passphrase.
        passkeys: its passkeys, the oldest first.
        mail: the confirmed address for recovery codes; `None`: none.
        mail_works: whether the site can send mail.
        codes: number of unused recovery codes.
        proved: whether this browser signed in, or proved the owner's presence, in the last ten
            minutes; only then can credentials be changed.
        passkeys_here: whether passkeys work at the address of this request: over HTTPS or on
            `localhost`, and not at an IP address.
    """

    name: str
    role: Role
    made: int
    rename_from: int
    passphrase: bool
    passkeys: tuple[PasskeyLine, ...]
    mail: str | None
    mail_works: bool
    codes: int
    proved: bool
    passkeys_here: bool


class SetPassphrase(Schema, frozen=True):
    """A new passphrase; see `NewAccount`."""

    passphrase: Passphrase


class AddPasskey(Schema, frozen=True):
    """An additional passkey; see `NewAccount`."""

    passkey: Credential
    label: Label = ""


class SetMail(Schema, frozen=True):
    """A mail address, to which a code for its confirmation is sent."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254, examples=["wu@example.org"])]
    tongue: Tongue = "en"


class ConfirmMail(Schema, frozen=True):
    """The code that was sent to the address."""

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]


class AskMail(Schema, frozen=True):
    """A request to send a code to the address of an account."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    tongue: Tongue = "en"


class Codes(Schema, frozen=True):
    """New recovery codes, each valid once; they are shown only now, and older codes are invalid."""

    codes: tuple[str, ...]


class Proof(Schema, frozen=True):
    """Proof of the owner's presence: the passphrase, or a passkey.

    Attributes:
        passkey: the response to the options of `POST /api/passkeys` for `prove`.
    """

    passphrase: Passphrase | None = None
    passkey: Credential | None = None


Purpose = Literal["make", "sign-in", "prove"]


class AskPasskey(Schema, frozen=True):
    """A request for WebAuthn options.

    Attributes:
        purpose: to make a passkey, to sign in, or to prove the owner's presence.
        name: of the account to be made, as browsers show it.
    """

    purpose: Purpose
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class PasskeyOptions(Schema, frozen=True):
    """WebAuthn options; valid once, for five minutes, in this browser.

    Attributes:
        options: for `PublicKeyCredential.parseCreationOptionsFromJSON` to make a passkey, otherwise
            for `parseRequestOptionsFromJSON`.
    """

    options: dict[str, Any]


class SignIn(Schema, frozen=True):
    """Sign in by name and passphrase.

    Attributes:
        leave: whether to give up the seats of this browser's guest, which nobody else could take up
            again.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    passphrase: Passphrase
    leave: bool = False


class PasskeySignIn(Schema, frozen=True):
    """Sign in with a passkey, which identifies the account.

    Attributes:
        passkey: the response to the options of `POST /api/passkeys` for `sign-in`.
        leave: as in `SignIn`.
    """

    passkey: Credential
    leave: bool = False


class CodeSignIn(Schema, frozen=True):
    """Sign in with a recovery code, or with a code from an administrator.

    Attributes:
        code: sixteen letters and digits; separators are ignored.
        leave: as in `SignIn`.
    """

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]
    leave: bool = False


class AccountLine(Schema, frozen=True):
    """An account, as administrators see it.

    Attributes:
        made: creation, in milliseconds since 1970.
        seen: last use, in milliseconds since 1970, to the day.
    """

    person: str
    name: str
    role: Role
    made: int
    seen: int
    bot: bool


class AccountLines(Schema, frozen=True):
    """A page of accounts, in the order of their names.

    Attributes:
        after: the name after which the next page begins; `None`: this is the last page.
    """

    accounts: tuple[AccountLine, ...]
    after: str | None


class SetRole(Schema, frozen=True):
    """The new role of an account."""

    role: Role


class Rename(Schema, frozen=True):
    """A new name."""

    name: Annotated[ForOthers, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


class DeviceLink(Schema, frozen=True):
    """A link that signs another browser in as this person, once.

    Attributes:
        token: the secret; the link is `/#/device/TOKEN`.
        seconds: validity in seconds.
    """

    token: str
    seconds: int


class Device(Schema, frozen=True):
    """A signed-in browser of the person.

    Attributes:
        device: its id.
        label: description such as `Firefox · Android`; empty: unknown.
        made: sign-in, in milliseconds since 1970; `null`: unknown.
        seen: last use, in milliseconds since 1970, to the day; `null`: unknown.
        here: whether it is the calling browser.
    """

    device: str
    label: str
    made: int | None
    seen: int | None
    here: bool


class Devices(Schema, frozen=True):
    """The person's browsers, last used first."""

    devices: tuple[Device, ...]


class NewToken(Schema, frozen=True):
    """A token to be made.

    Attributes:
        label: its purpose.
        days: validity in days; `None`: until it is revoked.
    """

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None


class Token(Schema, frozen=True):
    """A token, without its secret.

    Attributes:
        label: its purpose.
        scopes: its scopes, each a `Scope`.
        made: creation, in milliseconds since 1970.
        seen: last use, in milliseconds since 1970, to the day; `null`: never.
        expires: expiry, in milliseconds since 1970; `null`: never.
    """

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    seen: int | None
    expires: int | None


class Tokens(Schema, frozen=True):
    """The person's tokens, the newest first."""

    tokens: tuple[Token, ...]


class MadeToken(Schema, frozen=True):
    """A new token with its secret, which is shown only now."""

    token: Token
    secret: str
