"""A table's actions and the entries of its log: each is in its union, and says what it does."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields

from shengji.server.tables import acts
from shengji.server.tables.acts.act import RoomAction, TableAction, TableEntry
from shengji.server.tables.acts.decisions import GameAction, NoMore, action_of
from shengji.server.tables.acts.match import BankLeft
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.core.entries import decode_body, encode_body

MODULES = [
    importlib.import_module(f"{acts.__name__}.{one.name}")
    for one in pkgutil.iter_modules(acts.__path__)
]


def declared(base: type[Any]) -> set[type[Any]]:
    """All types of a base that have a tag of their own."""
    kinds: set[Any] = {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base)
    }
    return {kind for kind in kinds if kind.__struct_config__.tag != kind.__name__}


HEX = "0123456789abcdef" * 4

WRITTEN = [
    '{"event":"opened","table":"t","person":"p","rules":{"preset":"pagat"},"settings":{"title":""'
    ',"private":false,"onlookers":"table","delay":180,"until_end":true,"pace":"normal","clock":null'
    ',"bank":0,"hints":true,"reasons":true,"chat":true,"one_hand":false,"take_back":false'
    ',"take_over":true,"counter":false,"claims":true,"rated":false},"night":""}',
    '{"event":"sat","seat":1,"person":"p","name":"Wu","account":true}',
    '{"event":"stood","seat":1,"bot":null}',
    '{"event":"bot_sat","seat":1,"bot":"basic"}',
    '{"event":"seat_cleared","seat":1}',
    '{"event":"removed","seat":1,"bot":"medium"}',
    '{"event":"admitted","person":"p"}',
    '{"event":"seats_swapped","one":1,"other":2}',
    '{"event":"host_made","person":"p"}',
    '{"event":"rules_set","rules":{"preset":"pagat"},"levels":["5","5","2","2"],"dealer":0}',
    '{"event":"rules_planned","rules":null}',
    '{"event":"proposed","seat":1,"what":"end"}',
    '{"event":"agreed","seat":1}',
    '{"event":"declined","seat":1}',
    '{"event":"taken_back","to":12}',
    '{"event":"settings_set","settings":{"title":"","private":false,"onlookers":"none","delay":30'
    ',"until_end":true,"pace":"fast","clock":20,"bank":0,"hints":true,"reasons":true,"chat":true'
    ',"one_hand":false,"take_back":false,"take_over":true,"counter":false,"claims":true'
    ',"rated":false}}',
    '{"event":"readied","seat":1,"ready":false}',
    '{"event":"match_began","stakes":[{"value":1500.0,"deviation":350.0,"provisional":true'
    ',"expected":0.5}]}',
    '{"event":"left","seats":[1],"late":true}',
    '{"event":"timed_out","seat":1}',
    '{"event":"bank_left","seat":1,"left":40000}',
    '{"event":"automated","seat":1,"bot":"medium"}',
    '{"event":"covered","seat":1,"bot":null}',
    '{"event":"renamed","person":"p","name":"Wu","account":false}',
    '{"event":"spoke","person":"p","name":"Wu","phrase":"hello","text":"","seat":null'
    ',"account":false}',
    f'{{"event":"share_committed","person":"p","commitment":"{HEX}"}}',
    f'{{"event":"shares_asked","request":{{"number":1,"match":1,"hand":1,"deal":1,"first":2,"rules":"{HEX}"'
    f',"previous":null,"server":"{HEX}","seats":[{{"commitment":"{HEX}","share":null,"why":null}}'
    f',{{"commitment":null,"share":null,"why":"bot"}}],"server_share":null}}'
    f',"server_share":"{HEX}","digest":"{HEX}"}}',
    f'{{"event":"share_given","seat":0,"share":"{HEX}","next":"{HEX}"}}',
    '{"event":"request_given_up"}',
]
"""An entry of each kind, as the tables of the time before have them in their logs."""


@pytest.mark.parametrize("written", WRITTEN)
def test_what_stands_in_a_log_is_read_and_written_as_ever(written: str) -> None:
    again = encode_body(decode_body(written))
    assert is_in(msgspec.json.decode(written), msgspec.json.decode(again))


def is_in(old: Any, new: Any) -> bool:
    """Whether all of something old is in something new, which may have more fields."""
    if isinstance(old, dict):
        return all(name in new and is_in(value, new[name]) for name, value in old.items())
    return bool(old == new)


def test_every_kind_of_entry_stands_there() -> None:
    kinds = {type(decode_body(written)) for written in WRITTEN}
    assert kinds == set(get_args(acts.AnyEntry))


@pytest.mark.parametrize("kind", [kind for kind in get_args(GameAction) if kind is not NoMore])
def test_a_decision_is_the_command_of_the_game_without_the_seat(kind: type[GameAction]) -> None:
    assert not issubclass(kind, NoMore)
    seat, *others = (field.name for field in fields(kind.command))
    assert seat == "seat"
    assert others == [field.name for field in fields(kind)]


def test_who_declares_nothing_more_commands_nothing() -> None:
    assert NoMore().command_of(1) is None
    assert action_of(None) == NoMore()


def test_no_action_and_no_entry_is_forgotten() -> None:
    actions, entries = declared(TableAction), declared(TableEntry)
    assert set(get_args(acts.Action)) == actions - entries
    assert set(get_args(acts.AnyEntry)) == entries


def test_each_action_says_what_it_leads_to_and_each_entry_what_it_changes() -> None:
    decided = declared(RoomAction) - declared(TableEntry)
    assert all(({"_decide", "_vote"} & vars(kind).keys()) for kind in decided)
    of_the_rest = {Spoke, BankLeft}
    assert {kind for kind in declared(TableEntry) if "_apply" not in vars(kind)} == of_the_rest
