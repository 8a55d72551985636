"""The settings of the server, from environment variables `SHENGJI_...`."""

from __future__ import annotations

import difflib
import os
import re
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec

from shengji.bots import find_bot
from shengji.bots.outside import bot_list, command_of, is_command
from shengji.bots.outside.channel import program_of
from shengji.ratings import Counted
from shengji.rules import Rules, RulesError
from shengji.rules.houses import named_rules
from shengji.server.database.address import DATA_FOLDER

PREFIX = "SHENGJI_"

_HOST = re.compile(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")

_Many = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class SettingsError(ValueError):
    """An invalid setting; the message has the variable and the expected value."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of the server; the variable of a setting is its name in capitals after `SHENGJI_`.

    Attributes:
        host: the address to listen on; `0.0.0.0`: all interfaces; `127.0.0.1`: this machine only.
        port: the port; 0: a free one.
        database: `sqlite:////folder/file.db` or `postgresql://user:password@host/name`; empty: a
            SQLite file in the user's data folder.
        role: the role of this node: `door` is a gateway that serves clients, `tables` owns tables
            and nights, `bots` computes decisions of searching bots for other nodes, and `all` does
            all of it alone.
        nats: the address of NATS, which connects the nodes of a site, such as `nats://host:4222`,
            or `tls://host:4222` over TLS; empty: a single node.
        nats_ca: path of the CA certificates (PEM) for NATS over TLS; empty: those of the system.
        public_urls: the public addresses of the site, such as `https://cards.example.org`,
            separated by commas.
        trusted_proxies: addresses or networks (`10.0.0.0/24`) of proxies whose `X-Forwarded-`
            headers are trusted, separated by commas; host names are not resolved.
        secure_cookies: whether browsers send the session cookie over HTTPS only; `auto`: if the
            request came over HTTPS.
        message_size: maximum size of a socket message or a request body, in bytes; an uploaded
            record may be longer.
        messages_per_second: rate limit of messages per connection, on average.
        message_burst: maximum number of messages at once.
        connections_per_person: maximum number of a person's connected tabs and devices.
        streams_per_token: maximum number of concurrent streams per token.
        requests_per_token: rate limit of requests per second and token, on average.
        tables_per_person: maximum number of tables with a seat of the person; a new table replaces
            the oldest ones without other people.
        creations_per_minute: rate limit of new people, tables, device links and names per address.
        sign_ins_per_minute: rate limit of attempts to sign in, or to prove the owner's presence,
            per address.
        renamed_after: minimum number of days between two renamings of an account.
        mail_host: the mail server for recovery codes; empty: the site sends no mail, and asks for
            no address.
        mail_port: the port of the mail server.
        mail_security: the encryption of the connection to the mail server.
        mail_user: the user name at the mail server; empty: no authentication.
        mail_password: the password at the mail server.
        mail_from: the sender's address, such as `cards@example.org`.
        work_per_address: server time per address, in seconds per second, on average.
        work_per_person: server time per person, in seconds per second, on average.
        push: whether people without an open page are notified through the push services of their
            browsers; `off`: no notifications are sent.
        push_hosts: additional hosts of push services, apart from those of Chrome, Firefox, Safari
            and Edge, separated by commas; `*.example.org` is any subdomain.
        absent_after: seconds without a connection after which a bot covers a seat.
        thinking_threads: maximum number of searching bots that compute at the same time.
        thinking_seconds: timeout in seconds of a searching bot, after which a fast bot plays for
            it.
        reviews_at_once: maximum number of hands reviewed at the same time on this node, each in a
            process of the lowest priority that takes 250 MB; 0: other nodes make the reviews.
        reviews_per_person: maximum number of queued reviews, of hands or whole matches, per person
            on the whole site.
        reviews_waiting: maximum number of queued reviews of all people together.
        bots: additional bots, as `NAME=exec:COMMAND` or `NAME=botzone:COMMAND`, separated by
            commas; a name begins with a lower-case letter and contains lower-case letters, digits,
            - and _ (docs/bots.md).
        rated_rules: the rules for rated play: names of presets, of systems, or of rules saved with
            `shengji rules --save`, separated by commas; a rated table plays one of them unchanged.
        rated_night_rules: additional rules for rated nights, named as in `rated_rules`; a match of
            a night may begin at any level.
        rated_bots: whether bots of known strength may sit at rated tables.
        rated_counted: the results that count for ratings: each hand by its signed levels, each hand
            as won or lost, or whole matches (docs/ratings.md).
        rated_grace: seconds of absence after which a person has left a rated match and lost it.
        nights_by: people who may create nights: all with an account, or only organisers and
            administrators.
        table_days: days without use after which a table with matches is deleted; the matches stay
            in the history.
        log_format: text for people (`console`) or JSON for programs (`json`).
        log_level: the lowest level that is logged; `debug` includes every request.
        traces: the address of an OpenTelemetry collector, such as `http://localhost:4318`, to which
            spans are sent; empty: no tracing.
    """

    host: str = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    database: str = ""
    role: Literal["all", "door", "tables", "bots"] = "all"
    nats: str = ""
    nats_ca: str = ""
    public_urls: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    secure_cookies: Literal["auto", "always", "never"] = "auto"
    message_size: Annotated[int, msgspec.Meta(ge=4096, le=1_048_576)] = 16_384
    messages_per_second: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 20.0
    message_burst: _Many = 60
    connections_per_person: _Many = 12
    streams_per_token: _Many = 40
    requests_per_token: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 20.0
    tables_per_person: _Many = 20
    creations_per_minute: _Many = 60
    sign_ins_per_minute: _Many = 20
    renamed_after: Annotated[float, msgspec.Meta(ge=0, le=3650)] = 30.0
    mail_host: str = ""
    mail_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 587
    mail_security: Literal["starttls", "tls", "none"] = "starttls"
    mail_user: str = ""
    mail_password: str = ""
    mail_from: str = ""
    work_per_address: Annotated[float, msgspec.Meta(gt=0, le=64)] = 0.5
    work_per_person: Annotated[float, msgspec.Meta(gt=0, le=64)] = 0.15
    push: Literal["on", "off"] = "on"
    push_hosts: tuple[str, ...] = ()
    absent_after: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 20.0
    thinking_threads: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    thinking_seconds: Annotated[float, msgspec.Meta(gt=0, le=600)] = 15.0
    reviews_at_once: Annotated[int, msgspec.Meta(ge=0, le=64)] = 1
    reviews_per_person: _Many = 3
    reviews_waiting: _Many = 50
    bots: tuple[str, ...] = ()
    rated_rules: tuple[str, ...] = ("zhang-2021", "forty-points", "three-deck", "finding-friends")
    rated_night_rules: tuple[str, ...] = ("zhang-2016", "six-player")
    rated_bots: Literal["on", "off"] = "off"
    rated_counted: Counted = "levels"
    rated_grace: Annotated[float, msgspec.Meta(ge=10, le=86_400)] = 300.0
    nights_by: Literal["accounts", "organisers"] = "accounts"
    table_days: Annotated[int, msgspec.Meta(ge=1, le=36_500)] = 90
    log_format: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    traces: str = ""

    def __post_init__(self) -> None:
        for url in self.public_urls:
            if not re.fullmatch(r"https?://[^/\s]+", url):
                raise SettingsError(
                    f"{PREFIX}PUBLIC_URLS cannot hold {url!r}: expected a scheme and a host, such "
                    "as https://cards.example.org, without a path"
                )
        for host in self.push_hosts:
            if not _HOST.fullmatch(host):
                raise SettingsError(
                    f"{PREFIX}PUSH_HOSTS cannot hold {host!r}: expected a host in small letters, "
                    "such as push.example.org, without scheme and path"
                )
        if self.mail_host and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", self.mail_from):
            raise SettingsError(
                f"{PREFIX}MAIL_FROM cannot be {self.mail_from!r}: expected the address from which "
                f"mail comes, such as cards@example.org, since {PREFIX}MAIL_HOST is set"
            )
        kinds = {at.partition("://")[0] for at in self.nats.split(",")} if self.nats else set()
        if not (kinds <= {"nats"} or kinds == {"tls"}):
            raise SettingsError(  # without the addresses, which may hold a password
                f"{PREFIX}NATS cannot be read: expected addresses such as nats://host:4222 or "
                "tls://host:4222, with commas between, and all of one kind"
            )
        if self.nats_ca and kinds != {"tls"}:
            raise SettingsError(
                f"{PREFIX}NATS_CA cannot be {self.nats_ca!r}: expected an address in {PREFIX}NATS "
                "that begins with tls://"
            )
        if self.role != "all" and not self.nats:
            raise SettingsError(
                f"{PREFIX}ROLE cannot be {self.role!r} without {PREFIX}NATS: expected the address "
                "of NATS, which connects this server to the others, such as nats://host:4222"
            )
        _read_bots(self.bots)
        self.rated_sets  # noqa: B018 - it says what is wrong with them
        self.rated_night_sets  # noqa: B018

    @property
    def rated_sets(self) -> dict[str, Rules]:
        """The sets of rules for rated play, by name."""
        return _named_sets("rated_rules", self.rated_rules)

    @property
    def rated_night_sets(self) -> dict[str, Rules]:
        """The additional sets of rules for rated nights, by name."""
        return _named_sets("rated_night_rules", self.rated_night_rules)

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        if self.database:
            return self.database
        return f"sqlite:///{DATA_FOLDER / 'tables.db'}"

    @property
    def bot_commands(self) -> dict[str, str]:
        """The operator's own bots: the command by name."""
        return _read_bots(self.bots)

    @property
    def public_hosts(self) -> frozenset[str]:
        """The hosts, with ports, of the site's public addresses."""
        return frozenset(urlsplit(url).netloc.lower() for url in self.public_urls)


def settings_from(environment: Mapping[str, str] | None = None) -> ServerSettings:
    """Read the settings from environment variables.

    Args:
        environment: the variables; `None`: the environment of this process. An empty variable
            counts as unset.

    Raises:
        SettingsError: values are invalid, or names look like misspelt settings; its message has a
            line for each error.

    >>> settings_from({"SHENGJI_PORT": "80"}).port
    80
    >>> settings_from({"SHENGJI_PORT": "eighty"})
    Traceback (most recent call last):
    ...
    shengji.server.site.settings.SettingsError: SHENGJI_PORT cannot be 'eighty': expected a whole
    number from 0 to 65535
    """
    given = os.environ if environment is None else environment
    hints = get_type_hints(ServerSettings, include_extras=True)
    variables = {variable_of(name): name for name in hints}
    wrong: list[str] = []
    for variable in given:
        if variable.startswith(PREFIX) and variable not in variables:
            nearest = difflib.get_close_matches(variable, variables, n=1, cutoff=0.85)
            wrong += [f"there is no {variable}; did you mean {name}?" for name in nearest]
    values: dict[str, Any] = {}
    for variable, name in variables.items():
        text = given.get(variable, "").strip()
        try:
            if text:
                values[name] = _read(variable, text, hints[name])
        except SettingsError as error:
            wrong.append(str(error))
    if wrong:
        raise SettingsError("\n".join(wrong))
    return ServerSettings(**values)


def changed(settings: ServerSettings, values: Mapping[str, object]) -> ServerSettings:
    """Copy settings with changed values, such as options of the command line."""
    return msgspec.structs.replace(settings, **values)


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def _named_sets(setting: str, names: Iterable[str]) -> dict[str, Rules]:
    """Load sets of rules by name.

    Raises:
        SettingsError: a name is unknown, or the rules are invalid.
    """
    found: dict[str, Rules] = {}
    for name in names:
        try:
            found[name] = named_rules(name)
        except (RulesError, OSError) as error:
            raise SettingsError(f"{variable_of(setting)} cannot hold {name!r}: {error}") from None
    return found


def _read_bots(bots: Iterable[str]) -> dict[str, str]:
    """Parse bots from `NAME=exec:COMMAND`: the commands by name.

    Raises:
        SettingsError: an entry is invalid.
    """
    found: dict[str, str] = {}
    for text in bots:
        cannot = f"--bot, or {PREFIX}BOTS, cannot hold {text!r}"
        name, _, command = text.partition("=")
        name = name.strip()
        if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", name) or not is_command(command.strip()):
            raise SettingsError(
                f"{cannot}: expected a name in small letters, and what runs, such as "
                "club=exec:python club.py"
            )
        if find_bot(name) is not None or name in found:
            raise SettingsError(f"{cannot}: there is a bot {name} already")
        try:
            program_of(command_of(command.strip()))
        except ValueError as error:
            raise SettingsError(f"{cannot}: {error}") from None
        found[name] = command_of(command.strip())
    return found


def _read(variable: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is tuple:
        return tuple(part for part in bot_list(text) if part)
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        raise SettingsError(f"{variable} cannot be {text!r}: expected {expected(kind)}") from None


def expected(kind: Any) -> str:
    """Describe the values that a setting's type allows."""
    if get_origin(kind) is Annotated:
        base, *extras = get_args(kind)
        meta = next(extra for extra in extras if isinstance(extra, msgspec.Meta))
        number = "a whole number" if base is int else "a number"
        low = f"from {meta.ge}" if meta.ge is not None else f"above {meta.gt}"
        return f"{number} {low} to {meta.le}"
    if get_origin(kind) is Literal:
        return " or ".join(get_args(kind))
    if get_origin(kind) in (tuple, types.GenericAlias):
        return "texts with commas between"
    return "a text"
