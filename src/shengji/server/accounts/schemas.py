"""Accounts: making one, the ways in, and signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from shengji.rules.bounds import READ_STRICTLY, Word
from shengji.server.site.me import Me
from shengji.server.site.schemas import Role, Scope, Shape, Tongue
from shengji.words.others import ForOthers

Name = Annotated[ForOthers, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


Passphrase = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, examples=["tiger on the ridge"])
]


Label = Annotated[str, msgspec.Meta(max_length=40, examples=["Phone"])]


Credential = Annotated[
    dict[Word, Any],
    msgspec.Meta(
        max_length=40,
        extra={READ_STRICTLY: "webauthn"},
        description="What the browser's `navigator.credentials` gave, by its `toJSON()`.",
        examples=[{"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {}}],
    ),
]


class NewAccount(Shape, frozen=True):
    """An account that a guest wants, with the first way in: a passphrase or a passkey.

    Attributes:
        name: what others read; no other account has one like it.
        passphrase: at least 10 characters, not one that everybody tries first.
        passkey: made for the options of `POST /api/passkeys` for `make`.
        label: what the passkey is called.
    """

    name: Name
    passphrase: Passphrase | None = None
    passkey: Credential | None = None
    label: Label = ""


class MadeAccount(Shape, frozen=True):
    """A new account.

    Attributes:
        me: the person, the same as before.
        codes: recovery codes, each good once; they are shown only now.
    """

    me: Me
    codes: tuple[str, ...]


class PasskeyLine(Shape, frozen=True):
    """A passkey of one's own.

    Attributes:
        passkey: its id.
        label: what it is called.
        made: when, in milliseconds since 1970.
        used: when last; `None`: never.
        here: whether it is good at the address at which the site was asked.
    """

    passkey: str
    label: str
    made: int
    used: int | None
    here: bool


class AccountState(Shape, frozen=True):
    """One's own account.

    Attributes:
        name: what others read.
        role: what one may do besides playing.
        made: when it was made, in milliseconds since 1970.
        rename_from: from when on it may take another name.
        passphrase: whether it has one.
        passkeys: its passkeys, the oldest first.
        mail: the address to which a code can be sent; `None`: none is known.
        mail_works: whether the site sends mail at all.
        codes: how many recovery codes are left.
        proved: whether this browser signed in, or proved that its owner is there, in the last ten
            minutes; ways in can be changed only then.
        passkeys_here: whether passkeys work at the address at which the site was asked: over
            HTTPS, or on `localhost`, and not at a number.
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


class SetPassphrase(Shape, frozen=True):
    """A new passphrase; see `NewAccount`."""

    passphrase: Passphrase


class AddPasskey(Shape, frozen=True):
    """Another passkey; see `NewAccount`."""

    passkey: Credential
    label: Label = ""


class SetMail(Shape, frozen=True):
    """An address to which a code is sent, by which it is confirmed; in one's own language.

    Attributes:
        address: of the mail.
        tongue: the language of the mail.
    """

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254, examples=["wu@example.org"])]
    tongue: Tongue = "en"


class ConfirmMail(Shape, frozen=True):
    """The code that was sent to the address."""

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]


class AskMail(Shape, frozen=True):
    """For which account a code is to be sent to its address, and in which language."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    tongue: Tongue = "en"


class Codes(Shape, frozen=True):
    """New recovery codes, each good once; they are shown only now, and the old ones are void."""

    codes: tuple[str, ...]


class Proof(Shape, frozen=True):
    """Proof that the owner of the account is there: the passphrase, or a passkey.

    Attributes:
        passkey: what it signed for the options of `POST /api/passkeys` for `prove`.
    """

    passphrase: Passphrase | None = None
    passkey: Credential | None = None


Purpose = Literal["make", "sign-in", "prove"]


class AskPasskey(Shape, frozen=True):
    """The data that the browser needs to ask for a passkey.

    Attributes:
        purpose: to make one, to sign in with one, or to prove that the owner is there.
        name: of the account that is to be made, as browsers show it.
    """

    purpose: Purpose
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class PasskeyOptions(Shape, frozen=True):
    """The data that the browser needs; good once, for five minutes, in this browser.

    Attributes:
        options: for `PublicKeyCredential.parseCreationOptionsFromJSON` to make one, else for
            `parseRequestOptionsFromJSON`.
    """

    options: dict[str, Any]


class SignIn(Shape, frozen=True):
    """Sign in by name and passphrase.

    Attributes:
        leave: whether to give up the seats that this browser's guest holds, which nobody else
            could take up again.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    passphrase: Passphrase
    leave: bool = False


class PasskeySignIn(Shape, frozen=True):
    """Sign in with a passkey; it says whose account it is.

    Attributes:
        passkey: what it signed for the options of `POST /api/passkeys` for `sign-in`.
        leave: as of `SignIn`.
    """

    passkey: Credential
    leave: bool = False


class CodeSignIn(Shape, frozen=True):
    """Sign in with a recovery code, or one that an administrator gave.

    Attributes:
        code: sixteen letters and digits; how they are set apart does not matter.
        leave: as of `SignIn`.
    """

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]
    leave: bool = False


class AccountLine(Shape, frozen=True):
    """An account as administrators see it.

    Attributes:
        person: the public id.
        name: what others read.
        role: what its owner may do besides playing.
        made: when it was made, in milliseconds since 1970.
        seen: when its owner was last here, to the day.
        bot: whether it is a bot's.
    """

    person: str
    name: str
    role: Role
    made: int
    seen: int
    bot: bool


class AccountLines(Shape, frozen=True):
    """Accounts in the order of their names.

    Attributes:
        accounts: some of them.
        after: the name after which the next ones come; `None`: these are the last.
    """

    accounts: tuple[AccountLine, ...]
    after: str | None


class SetRole(Shape, frozen=True):
    """The part that the owner of an account has besides playing."""

    role: Role


class Rename(Shape, frozen=True):
    """A new name."""

    name: Annotated[ForOthers, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


class DeviceLink(Shape, frozen=True):
    """A link that makes another browser this person's, once, for some minutes.

    Attributes:
        token: the secret; the link is `/#/device/TOKEN`.
        seconds: how long it is good.
    """

    token: str
    seconds: int


class Device(Shape, frozen=True):
    """A browser that is the person's.

    Attributes:
        device: its id.
        label: what it is, such as `Firefox · Android`; empty where that is not known.
        made: since when it is the person's, in milliseconds since 1970; `null`: not known.
        seen: when it was last here, to the day; likewise.
        here: whether it is the one that asks.
    """

    device: str
    label: str
    made: int | None
    seen: int | None
    here: bool


class Devices(Shape, frozen=True):
    """The person's browsers, those that were here last first."""

    devices: tuple[Device, ...]


class NewToken(Shape, frozen=True):
    """A token to be made.

    Attributes:
        label: what it is for.
        scopes: what it allows.
        days: how long it is good; `None`: until it is ended.
    """

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None


class Token(Shape, frozen=True):
    """A token, without its secret.

    Attributes:
        id: its id.
        label: what it is for.
        scopes: what it allows, each a `Scope`.
        made: when it was made, in milliseconds since 1970.
        seen: when it was last used, to the day; `null`: never.
        expires: from when on it is void; `null`: never.
    """

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    seen: int | None
    expires: int | None


class Tokens(Shape, frozen=True):
    """The person's tokens, the newest first."""

    tokens: tuple[Token, ...]


class MadeToken(Shape, frozen=True):
    """A new token, and its secret, which is never told again."""

    token: Token
    secret: str
