"""Every text that the server takes is marked where others read it, or known to be another."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from shengji.nights import CheckIn, EnterHand, HandEntry, NightSettings
from shengji.server.app import create_app
from shengji.server.nights.device_caller import DeviceCaller
from shengji.server.site.addresses import CALLER
from shengji.server.site.guards import PersonCaller
from shengji.server.site.services import WITHOUT_WORDS
from shengji.server.tables.messages import FromBrowser
from shengji.words.others import FOR_OTHERS, as_before, has_texts, rewrite_texts, texts_in

IDS = {
    "id",
    "by",
    "person",
    "account",
    "partner",
    "one",
    "other",
    "dealer",
    "offender",
    "substitute",
}
IDS |= {"organisers", "declarers", "red_fives", "seats", "tables", "sits_out", "parted", "final"}
"""Fields that name people and things by their ids."""

OTHERWISE = {
    "rules": "a name of rules, which are checked",
    "friends_rules": "rules",
    "six_rules": "rules",
    "bot": "a name of a bot of ours",
    "bots": "names of bots",
    "code": "a code that was given out",
    "passphrase": "a secret",
    "passkey": "what a browser signs",
    "first": "a day",
    "time": "a time of the day",
    "zone": "a name of a time zone",
    "days": "days",
    "label": "read by its owner alone",
    "address": "read by its owner alone",
    "endpoint": "an address of a push service",
    "p256dh": "a key",
    "auth": "a key",
    "muted": "ids of people",
    "record": "a record that its owner has brought",
    "reason": "of a sanction or an annulment: an administrator tells it to whom it concerns",
    "outcome": "an administrator writes it",
    "table": "an id",
    "match": "an id",
    "club": "an id",
    "member": "an id",
    "into": "an id",
}
OWN = {
    "OpenRecord.text": "a record that its owner has brought",
    "SignIn.name": "by which an account is looked for",
    "AskMail.name": "likewise",
    "AskPasskey.name": "of a passkey, on one's own device",
    "NewReport.text": "read by administrators; who is muted may report others",
}


def handlers() -> Iterator[HTTPRouteHandler]:
    """All addresses of the site."""
    for route in create_app().routes:
        if isinstance(route, HTTPRoute):
            ours = (at for at in route.route_handlers if at.fn.__module__.startswith("shengji."))
            yield from ours


def data_of(handler: HTTPRouteHandler) -> Any:
    """The type of what is sent to a handler; `None`: nothing."""
    return get_type_hints(inspect.unwrap(handler.fn), include_extras=True).get("data")


def texts(kind: Any, within: str = "") -> Iterator[tuple[str, str, bool]]:
    """Each text in a type: its struct, its field, and whether it is marked."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            for struct, name, marked in texts(hints[field.name], f"{kind.__name__}.{field.name}"):
                yield struct, name, marked
    elif get_origin(kind) is Annotated:
        base, *extras = get_args(kind)
        if base is str:
            struct, _, name = within.rpartition(".")
            if not any(isinstance(one, msgspec.Meta) and one.pattern for one in extras):
                yield struct, name, FOR_OTHERS in extras
        else:
            yield from texts(base, within)
    elif kind is str:
        struct, _, name = within.rpartition(".")
        yield struct, name, False
    elif get_origin(kind) is not Literal:
        for part in get_args(kind):
            yield from texts(part, within)


def taken() -> dict[str, Any]:
    """All that the server takes, by where it comes in."""
    found = {str(sorted(one.paths)): data for one in handlers() if (data := data_of(one))}
    return {"socket": FromBrowser, **found}


def test_no_text_is_taken_that_nobody_has_thought_of() -> None:
    marked = set()
    for place, kind in taken().items():
        for struct, name, is_marked in texts(kind):
            if is_marked:
                marked.add(f"{struct}.{name}")
            else:
                known = name in IDS or name in OTHERWISE or f"{struct}.{name}" in OWN
                assert known, f"{place}: {struct}.{name}"
    assert {"Say.text", "Settings.title", "NightSettings.title", "ClubSettings.about"} <= marked
    assert {"Rename.name", "NewAccount.name", "CheckIn.name", "CheckIn.team"} <= marked
    assert {"Announce.text", "HandEntry.offence", "GivePenalty.reason", "NoteError.what"} <= marked


def test_who_writes_is_known_and_may_be_refused() -> None:
    writing = [one for one in handlers() if has_texts(data_of(one))]
    assert len(writing) >= 5
    for handler in writing:
        given = inspect.signature(inspect.unwrap(handler.fn)).parameters
        guard, *_ = get_args(given[CALLER].annotation)
        # The desk answers for the device that it has put on a table.
        assert issubclass(guard, PersonCaller | DeviceCaller), handler
        if not handler.opt.get(WITHOUT_WORDS):
            assert handler.responses and 403 in handler.responses, handler
            assert "muted" in str(handler.responses[403].description), handler


def test_texts_are_found_and_changed_wherever_they_stand() -> None:
    entry = HandEntry(winner="declarers", levels=1, offence=" late ")
    command = EnterHand(id="1", round=1, table=1, hand=1, entry=entry)
    assert list(texts_in(command)) == [" late "]
    assert rewrite_texts(command, str.strip).entry.offence == "late"
    assert rewrite_texts(rewrite_texts(command, str.strip), str.strip) == rewrite_texts(
        command, str.strip
    )
    come = CheckIn(id="1", person="a", name="Wu", team="")
    assert list(texts_in((come, command))) == ["Wu", " late "]
    kept = as_before(NightSettings(title="x", rounds=3), NightSettings(title="y"))
    assert (kept.title, kept.rounds) == ("y", 3)
