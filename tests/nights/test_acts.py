"""The acts of a night: every command and every event can come in, and says who may give it."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TypeVar, get_args

from shengji.nights import acts
from shengji.nights.acts.act import NightCommand, NightEvent

MODULES = [
    importlib.import_module(f"{acts.__name__}.{one.name}")
    for one in pkgutil.iter_modules(acts.__path__)
]

T = TypeVar("T")


def declared(base: type[T]) -> set[type[T]]:
    """The types of a kind, without its bases."""
    return {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and not kind.__subclasses__()
    }


def test_no_command_and_no_event_is_forgotten() -> None:
    assert set(get_args(acts.Command)) == declared(NightCommand)
    assert set(get_args(acts.Event)) == declared(NightEvent)


def test_people_can_give_what_is_not_for_the_server_alone() -> None:
    asked = {kind for kind in declared(NightCommand) if not kind.opens and kind.givers != "server"}
    assert set(get_args(acts.ClientCommand)) == asked


def test_each_command_says_what_it_leads_to_and_each_event_what_it_changes() -> None:
    assert all("_decide" in vars(kind) for kind in declared(NightCommand))
    assert all("_change" in vars(kind) for kind in declared(NightEvent))
