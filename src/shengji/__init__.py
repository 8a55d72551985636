"""Library and server for the Sheng Ji card games (升级): Tractor (拖拉机) and its relatives.

This module exports the public names for programs that play, judge or study the game. A name is
imported from its subpackage on first access, so `import shengji` itself loads nothing. The
subpackages export more names; docs/architecture.md lists them. The judge, a JSON interface, is
`shengji.judge`.

>>> from random import Random
>>> import shengji
>>> match = shengji.Match("tractor")
>>> events = match.do(shengji.shuffled(match.rules, Random(1)))
>>> match.hand.phase
<Phase.DRAW: 'draw'>

Names without a docstring of their own: `BOTS` and `LEVELS` of bots, `PRESETS` and `SYSTEMS` of
rules, and three types: a `Command` goes into a match, an `Event` comes out, `RulesLike` is taken
wherever rules are.

>>> list(shengji.BOTS)[:3], shengji.LEVELS
(['random', 'basic', 'easy'], ('easy', 'medium', 'strong', 'master'))
>>> shengji.PRESETS["forty-points"].rules.deck_count, list(shengji.SYSTEMS)[0]
(1, 'tractor')
>>> isinstance(events[0], shengji.Event), isinstance(shengji.Draw(), shengji.Command)
(True, True)
>>> three: shengji.RulesLike = {"preset": "tractor", "decks": 3}
>>> shengji.Match(three).rules.deck_count
3
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for true; `typing` takes longer to load than all else
if TYPE_CHECKING:
    from shengji.arena.quick import DuelResult, duel
    from shengji.bots import BOTS, LEVELS, Bot, BotError, LeadChoice, OwnBot, Table, make_bot
    from shengji.bots.deals.matches import deals
    from shengji.bots.playing import playout
    from shengji.cards import (
        Card,
        CardError,
        Rank,
        Suit,
        Trump,
        points_of,
        read_card,
        read_cards,
        write_cards,
    )
    from shengji.game import (
        AnswerRedeal,
        BidLand,
        Bury,
        Call,
        CallFriends,
        CloseDraw,
        Command,
        Draw,
        Due,
        Event,
        Hand,
        HandEnded,
        Match,
        MatchEnded,
        Phase,
        Play,
        Played,
        PositionError,
        Refusal,
        RefusedError,
        Seats,
        Show,
        StartHand,
        TrickTaken,
        due_of,
        shuffled,
    )
    from shengji.game.view import open_view, view
    from shengji.play.follows import follows
    from shengji.record import Record, RecordError, RecordWriter, header_of, read_record, validate
    from shengji.rules import (
        PRESETS,
        SYSTEMS,
        Rules,
        RulesError,
        RulesLike,
        rules_from,
        write_rules,
    )

__version__ = "0.1.0"
__url__ = ""  # the repository, without a slash at the end; empty until published (RELEASING.md)

__all__ = [
    "BOTS",
    "LEVELS",
    "PRESETS",
    "SYSTEMS",
    "AnswerRedeal",
    "BidLand",
    "Bot",
    "BotError",
    "Bury",
    "Call",
    "CallFriends",
    "Card",
    "CardError",
    "CloseDraw",
    "Command",
    "Draw",
    "Due",
    "DuelResult",
    "Event",
    "Hand",
    "HandEnded",
    "LeadChoice",
    "Match",
    "MatchEnded",
    "OwnBot",
    "Phase",
    "Play",
    "Played",
    "PositionError",
    "Rank",
    "Record",
    "RecordError",
    "RecordWriter",
    "Refusal",
    "RefusedError",
    "Rules",
    "RulesError",
    "RulesLike",
    "Seats",
    "Show",
    "StartHand",
    "Suit",
    "Table",
    "TrickTaken",
    "Trump",
    "deals",
    "due_of",
    "duel",
    "follows",
    "header_of",
    "make_bot",
    "open_view",
    "playout",
    "points_of",
    "read_card",
    "read_cards",
    "read_record",
    "rules_from",
    "shuffled",
    "validate",
    "view",
    "write_cards",
    "write_rules",
]

_MODULES = {
    "DuelResult": "arena.quick",
    "deals": "bots.deals.matches",
    "duel": "arena.quick",
    "follows": "play.follows",
    "playout": "bots.playing",
}
"""Modules of the public names that no subpackage exports."""

_ROOMS = ("cards", "rules", "game", "record", "bots")
"""Subpackages that define the public names, lowest layer first: each imports mostly earlier ones.
"""

if not TYPE_CHECKING:  # which would take every name for one that is there

    def __getattr__(name: str) -> object:
        """Import a public name from the lowest subpackage that defines it."""
        if name in __all__:
            for room in [_MODULES[name]] if name in _MODULES else _ROOMS:
                found = getattr(import_module(f"shengji.{room}"), name, None)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module 'shengji' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
