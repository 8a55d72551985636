"""The decoders of all that comes from outside, each with the errors by which it may refuse."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final, NamedTuple

import msgspec
from litestar.routes import HTTPRoute

from shengji.bots import make_bot
from shengji.bots.outside import protocol, question
from shengji.bots.outside.botzone import logs as botzone
from shengji.bots.outside.botzone.answers import Player
from shengji.bots.outside.botzone.requests import Answer, RequestError
from shengji.bots.outside.host import ProtocolError, serve_bot
from shengji.bots.outside.messages import Ready
from shengji.game import Match, PositionError
from shengji.judge import judge_line
from shengji.practice.puzzles.checking import shape_faults
from shengji.practice.puzzles.puzzle import PuzzleError, decode
from shengji.record import RecordError, read_record, read_results, validate
from shengji.record.imports import godot, jerryyyu
from shengji.record.notation import NotationError, read_notation
from shengji.rules import RulesError
from shengji.rules.source import read_rules
from shengji.server.accounts import webauthn_ceremonies as passkeys
from shengji.server.accounts.names import passes_for_house, read_name, skeletons
from shengji.server.app import create_app
from shengji.server.database import restore
from shengji.server.database.backup import BackupError
from shengji.server.database.errors import NightDamaged
from shengji.server.nights.logs import read_night
from shengji.server.push.push_crypto import browser_keys
from shengji.server.push.push_services import origin_of, service_of
from shengji.server.reviews.opened_records import BroughtError, BroughtRecord, text_of
from shengji.server.site.decode_errors import decode_error_text
from shengji.server.site.services import secret_in, token_in
from shengji.server.site.settings import SettingsError, settings_from
from shengji.server.tables.core.entries import decode_body, decode_thought
from shengji.server.tables.messages import FromBrowser
from shengji.server.tables.routes import socket
from shengji.words.others import texts_in

CORPUS: Final = Path(__file__).parent / "corpus"
"""Inputs that are kept, a folder for each target."""

_JSON: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Errors of the JSON decoder, all of which callers handle."""


class Target(NamedTuple):
    """A decoder.

    Attributes:
        refusals: the errors by which it refuses an input.
        longest: maximum length of an input in bytes.
        places: the modules of `tests.test_bounds.BOUNDED_ABOVE` that decode in it.
    """

    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()
    longest: int = 4096
    places: tuple[str, ...] = ()

    def accepts(self, data: bytes) -> bool:
        """Whether an input is decoded; any error but a refusal is raised."""
        try:
            self.read(data)
        except self.refusals:
            return False
        return True


def _record(data: bytes) -> None:
    with NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(data)
        file.flush()
        for read in (validate, read_results, read_record):
            read(Path(file.name))


def _brought(data: bytes) -> None:
    text_of(data.decode())
    BroughtRecord(text=data.decode(), depth=1.0, seed=0).replay(1, "viewer")


def _rules(data: bytes) -> None:
    with NamedTemporaryFile(suffix=".json" if data.startswith(b"{") else ".toml") as file:
        file.write(data)
        file.flush()
        read_rules(Path(file.name))


def _botzone_player(data: bytes) -> None:
    player = Player(partial(make_bot, "basic", seed=1))
    for line in data.decode().splitlines()[:4]:
        player.answer(line)


def _protocol(data: bytes) -> None:
    serve_bot("basic", partial(make_bot, "basic"), data.splitlines(), lambda _: None)


def _reply(data: bytes) -> None:
    for kind in dict.fromkeys(question.REPLIES.values()):
        protocol._read(data, kind, 1)
    for other in (Ready, Answer):
        with suppress(*_JSON):
            msgspec.json.decode(data, type=other)


def _judge(data: bytes) -> None:
    assert b'"code":"fault"' not in judge_line(data)


def _json(data: bytes, decode: Callable[[bytes], Any]) -> None:
    """Decode what a browser sends, with the words for a refusal."""
    try:
        list(texts_in(decode(data)))
    except _JSON as error:
        socket._id_in(data)
        decode_error_text(str(error))
        raise


@cache
def bodies() -> dict[str, Any]:
    """The schemas of request bodies, by the name of their handler."""
    return {
        str(handler).removeprefix("shengji.server."): parameters["data"].annotation
        for route in create_app().routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if "data" in (parameters := handler.parsed_fn_signature.parameters)
    }


def _body(data: bytes) -> None:
    """Decode a body, whose handler the first line names."""
    name, _, body = data.partition(b"\n")
    schema = bodies().get(name.decode("latin-1"), int)
    _json(body, partial(msgspec.json.decode, type=schema))


def _push(data: bytes) -> None:
    endpoint, _, keys = data.decode().partition("\n")
    if service_of(endpoint, ("push.example.org:8443",)) is not None:
        origin_of(endpoint)
    browser_keys(*keys.partition("\n")[::2])


def _passkey(data: bytes) -> None:
    site = passkeys.RelyingParty("localhost", "http://localhost:8000")
    credential: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
    passkeys.read_answer(credential)
    passkeys.read_new(site, credential, b"\0" * 32, "person", "label", 0)


def _backup(data: bytes) -> None:
    """Check a backup, which may stand there unpacked, so that its lines can be changed."""
    restore.check(BytesIO(gzip.compress(data, 1) if data.startswith(b"{") else data))


def _settings(data: bytes) -> None:
    lines = (line.partition("=") for line in data.decode().splitlines())
    settings_from({f"SHENGJI_{name}": value for name, _, value in lines})


def _name(data: bytes) -> None:
    for read in (read_name, skeletons, passes_for_house):
        read(data.decode()[:24])


TARGETS: Final = {
    "record": Target(_record, (RecordError,), 16_384, ("record/lines.py",)),
    "notation": Target(
        lambda data: read_notation(data.decode()),
        (NotationError, UnicodeDecodeError),
        8192,
        ("record/notation/parse.py",),
    ),
    "brought": Target(_brought, (BroughtError, UnicodeDecodeError), 8192),
    "position": Target(
        lambda data: Match.from_position(data.decode()),
        (PositionError, UnicodeDecodeError),
        places=("game/position.py",),
    ),
    "rules-file": Target(_rules, (RulesError,)),
    "jerryyyu": Target(lambda data: list(jerryyyu.records_of(data)), longest=16_384),
    "godot": Target(lambda data: list(godot.records_of(data)), longest=16_384),
    "botzone-log": Target(lambda data: list(botzone.records_of(data)), longest=49_152),
    "botzone-request": Target(
        _botzone_player,
        (RequestError, UnicodeDecodeError),
        8192,
        ("bots/outside/botzone/answers.py",),
    ),
    "bot-messages": Target(_protocol, (ProtocolError,), 8192, ("bots/outside/host.py",)),
    "bot-reply": Target(
        _reply, places=("bots/outside/protocol.py", "bots/outside/botzone/guest.py")
    ),
    "judge": Target(_judge, places=("judge/inputs.py",)),
    "puzzle": Target(
        lambda data: list(shape_faults(decode(data))),
        (PuzzleError,),
        16_384,
        ("practice/puzzles/puzzle.py",),
    ),
    "socket": Target(
        lambda data: _json(data, msgspec.json.Decoder(FromBrowser).decode),
        _JSON,
        places=("server/tables/routes/socket.py",),
    ),
    "body": Target(_body, _JSON, places=("server/site/services.py",)),
    "headers": Target(
        lambda data: (secret_in([(b"cookie", data)]), token_in([(b"authorization", data)]))
    ),
    "push": Target(_push, (ValueError,)),
    "passkey": Target(_passkey, (passkeys.PasskeyError, *_JSON)),
    "name": Target(_name, (UnicodeDecodeError,), 96),
    "backup": Target(_backup, (BackupError,), 8192),
    "night-log": Target(lambda data: read_night("n", data.splitlines()), (NightDamaged,), 16_384),
    "table-entry": Target(lambda data: (decode_thought(data), decode_body(data)), _JSON),
    "settings": Target(_settings, (SettingsError, UnicodeDecodeError)),
}
"""All decoders, by name."""
