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

from shengji.bots import BOTS
from shengji.bots.outside import bot_list, command_of, is_command
from shengji.bots.outside.channel import program_of
from shengji.forms.docstrings import read_docstring
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
    """How the server runs. The variable of a setting is its name in capitals after `SHENGJI_`.

    Attributes:
        host: the address to listen at; `0.0.0.0` is all of this machine's, `127.0.0.1` only itself.
        port: the port; 0 takes one that is free.
        database: `sqlite:////folder/file.db` or `postgresql://user:password@host/name`; empty is a
            SQLite file in the user's data folder.
        role: what this server does: a `door` takes what browsers ask, `tables` owns tables and
            nights, and `bots` decides for bots that search at tables of others; `all` does all of
            it for itself.
        nats: the address of NATS, by which the servers of a site tell each other what counts, such
            as `nats://host:4222`, or `tls://host:4222` over TLS; empty: there is one server alone.
        nats_ca: the file with the certificates, in PEM, that prove the one of NATS over TLS; empty:
            those that the system trusts.
        public_urls: the addresses under which browsers know the site from outside the house, such
            as `https://cards.example.org`, with commas between.
        trusted_proxies: the addresses or networks (`10.0.0.0/24`) of proxies whose `X-Forwarded-`
            headers are believed, with commas between; names are not looked up.
        secure_cookies: whether browsers send their cookie over HTTPS only; `auto` when they come
            by it.
        message_size: the longest message of the socket, and body of a request, in bytes; a record
            that is opened may be longer.
        messages_per_second: how many messages a connection may send, on average.
        message_burst: how many of them at once.
        connections_per_person: how many tabs and devices of a person may be connected.
        streams_per_token: how many streams a program may read at the same time with one token.
        requests_per_token: how often a second a program may ask with one token, on average.
        tables_per_person: at how many tables a person may hold a seat; to open another, the oldest
            ones go where nobody else sits.
        creations_per_minute: how many people, tables, device links and names may be made from an
            address.
        sign_ins_per_minute: how often an address may try to sign in, or to show that an account is
            its own.
        renamed_after: after how many days an account may take another name again.
        mail_host: the mail server through which codes are sent to who has lost the way in; empty:
            the site sends no mail, and asks for no address.
        mail_port: its port.
        mail_security: how the connection to it is kept secret.
        mail_user: who we are there; empty: it asks for nobody.
        mail_password: the password of that.
        mail_from: the address from which mail comes, such as `cards@example.org`.
        work_per_address: for how many seconds a second all who come from an address may keep the
            server busy, on average.
        work_per_person: for how many seconds a second one person may, wherever from.
        push: whether people may be called who have closed the page, through the push services of
            their browsers; `off` sends nothing to anybody.
        push_hosts: hosts of push services besides those of Chrome, Firefox, Safari and Edge, with
            commas between; `*.example.org` is any below that.
        absent_after: after how many seconds without a connection a bot covers a seat.
        thinking_threads: how many of our own bots that search may think at the same time.
        thinking_seconds: after how many seconds a bot that answers at once plays for one that is
            still thinking, or waiting to.
        reviews_at_once: how many reviews of hands this server makes at the same time, each in a
            process of the lowest priority that takes 250 MB while it works; with 0 it makes none,
            and others of the site do.
        reviews_per_person: how many hands, or whole matches, a person may have waiting for reviews,
            on the whole site.
        reviews_waiting: how many all together may.
        bots: bots of your own, as `NAME=exec:COMMAND` or `NAME=botzone:COMMAND`, with commas
            between; a name begins with a small letter and goes on with those, digits, - and _
            (docs/bots.md).
        rated_rules: by which rules one may play rated: names of presets, systems, or of rules saved
            with `shengji rules --save`, with commas between; each table plays one of them as it is.
        rated_night_rules: by which rules nights may be rated besides, named as in `rated_rules`; a
            match of a night may begin at any level.
        rated_bots: whether bots whose strength is known may sit at rated tables.
        rated_counted: what counts for ratings: each hand by its signed levels, each hand as won or
            lost, or whole matches (docs/ratings.md).
        rated_grace: after how many seconds whoever is away, or has stood up, has left a rated match
            and lost it.
        nights_by: who may make nights: everybody with an account, or those whose role is organiser
            or administrator.
        table_days: after how many days without use a table goes where matches were played; these
            stay in the history.
        log_format: lines for people (`console`) or for programs (`json`).
        log_level: the least weight of what is logged; `debug` has every request.
        traces: the address of a collector of OpenTelemetry, such as `http://localhost:4318`, to
            which is sent how long each part of an answer took; empty: nothing is.
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
                "by which this server and the others tell each other what counts, such as "
                "nats://host:4222"
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
        environment: the variables; `None`: those of this process. An empty variable counts as
            unset.

    Raises:
        SettingsError: values are invalid, or names look like misspelt settings; its message has a
            line
            for each error.

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
        if name in BOTS or name in found:
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


def settings_table() -> str:
    """All settings as a Markdown table, for docs/server.md."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    _, meanings = read_docstring(ServerSettings.__doc__ or "")
    rows = ["| variable | default | what it is |", "| --- | --- | --- |"]
    for field in msgspec.structs.fields(ServerSettings):
        default = field.default
        shown = ",".join(default) if isinstance(default, tuple) else f"{default}"
        code = f"`{shown}`" if shown else "–"
        words = meanings[field.name]
        kind = hints[field.name]
        if get_origin(kind) in (Annotated, Literal):
            words = f"{words.rstrip('.')}; {expected(kind)}."
        rows.append(f"| `{variable_of(field.name)}` | {code} | {words[0].upper()}{words[1:]} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(settings_table(), end="")
