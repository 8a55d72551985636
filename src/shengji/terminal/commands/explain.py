"""`shengji explain`: how a bot would decide at a point of a recorded match, and why."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from shengji.terminal.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from shengji.bots import Bot
    from shengji.cards import Card
    from shengji.game import Call, Event
    from shengji.record import Record

_PIPE_WIDTH = 140
_MOST = 12
"""So many options are printed, besides what was chosen, suggested and played."""

DECIDED = {
    "forced": "there was only one answer worth trying",
    "rule": "the rules of play that the bot follows",
    "anchor": "search found nothing surely better than the rules of play",
    "search": "search found something surely better than the rules of play",
    "exact": "deals that were solved exactly",
}
"""What decided (`shengji.bots.thought.Decided`), in words."""


def explain(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="RECORD")],
    at: Annotated[int, typer.Option(help="The number of the event, from 1.", min=1)],
    bot: Annotated[str, typer.Option(help="The bot that thinks about it.")] = "strong",
    seat: Annotated[
        Optional[int],  # noqa: UP045 - the command line reads this form
        typer.Option(
            help="Who might have declared, where the event is a card drawn or the end of the draw.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where the bot's chance starts.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Explain a decision of a recorded match: what a bot considers and expects, and would do.

    The events are the lines of the record after the first. The bot is told what the seat saw before
    the event, and nothing else.
    """
    from shengji.bots import make_bot
    from shengji.game import view
    from shengji.record import RecordError, read_record

    try:
        record = read_record(file)
        decider = _decider(record, at, seat)
        player = make_bot(bot, record.rules, decider, seed)
    except (RecordError, ValueError) as error:
        raise UsageError(str(error)) from None
    first = [record.rules.first_level] * record.rules.players
    player.begin_at(record.header.levels or first, record.header.dealer)
    for event in record.events[: at - 1]:
        player.observe(view(event, decider))
    found = _explained(record, at, player)
    player.close()
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    from rich.console import Console

    # What is not a terminal has no width of its own; wide enough for the options, then.
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(width=width, highlight=False)
    for part in _told(found):
        console.print(part)


def _decider(record: Record, at: int, seat: int | None) -> int:
    """Who decided the event, or the seat that is named where everybody may declare.

    Raises:
        ValueError: when nobody decided it, or the record does not show what that seat saw.
    """
    from shengji.game import (
        CardDrawn,
        FriendsCalled,
        KittyBuried,
        LandBid,
        LandPassed,
        Played,
        RedealAnswered,
        Shown,
        ThrowFailed,
        TrumpMade,
    )

    if at > len(record.events):
        raise ValueError(f"there is no event {at}; the record has {len(record.events)}")
    event = record.events[at - 1]
    kind = f"event {at} is {event.__struct_config__.tag}"
    match event:
        case Played() if isinstance(record.events[at - 2], ThrowFailed):
            raise ValueError(f"{kind}: what is left of the throw of event {at - 1}")
        case (
            Shown(seat=decider)
            | RedealAnswered(seat=decider)
            | KittyBuried(seat=decider)
            | LandBid(seat=decider)
            | LandPassed(seat=decider)
            | FriendsCalled(seat=decider)
            | ThrowFailed(seat=decider)
            | Played(seat=decider)
        ):
            if seat not in (None, decider):
                raise ValueError(f"{kind}, which seat {decider} decided")
        case CardDrawn() | TrumpMade():
            if seat is None:
                raise ValueError(f"{kind}, before which any seat may declare: --seat says which")
            if not 0 <= seat < record.rules.players:
                raise ValueError(f"there is no seat {seat}")
            decider = seat
        case _:
            raise ValueError(f"{kind}, which nobody decided")
    if record.header.seen_by not in ("all", decider):
        raise ValueError(f"the record does not show what seat {decider} saw")
    return decider


def _explained(record: Record, at: int, player: Bot) -> dict[str, Any]:
    """All that is told, as plain data: the decision made again, and the event."""
    import msgspec

    from shengji.rules import describe_rules

    hand, seat = player.hand, player.seat
    held = [card.value for card in hand.space.sort(player.cards)]
    trump = hand.trump_so_far
    answer = _asked(player, at)
    cards, calls = _decided(record.events[at - 1], seat)
    return {
        "event": at,
        "hand": hand.number,
        "rules": describe_rules(record.rules),
        "rank": trump.rank.value,
        "suit": None if trump.suit is None else trump.suit.value,
        "seat": seat,
        "name": record.header.seats[seat],
        "held": held,
        "trick": _trick(player),
        "bot": player.name,
        "answer": answer,
        "played": {
            "cards": [card.value for card in hand.space.sort(cards)],
            "calls": msgspec.to_builtins(calls),
        },
        "thought": _thought(player),
    }


def _thought(player: Bot) -> dict[str, Any] | None:
    """What the bot thought, with the cards of each option in the order of a hand."""
    import msgspec

    if player.thought is None:
        return None
    sort = player.hand.space.sort
    options = player.thought.options
    sorted_ = tuple(msgspec.structs.replace(o, cards=tuple(sort(o.cards))) for o in options)
    found: dict[str, Any] = msgspec.to_builtins(
        msgspec.structs.replace(player.thought, options=sorted_)
    )
    return found


def _trick(player: Bot) -> list[dict[str, Any]]:
    """The plays of the trick under way."""
    trick = player.hand.trick
    if trick is None:
        return []
    seats = [(trick.leader + turn) % player.hand.players for turn in range(len(trick.plays))]
    return [
        {"seat": seat, "cards": [card.value for card in play]}
        for seat, play in zip(seats, trick.plays, strict=True)
    ]


def _asked(player: Bot, at: int) -> dict[str, Any]:
    """What the bot answers when it is asked for the decision that is due.

    Raises:
        UsageError: when there is nothing that it might do.
    """
    import msgspec

    from shengji.game import Phase, land_bids, may_redeal

    hand = player.hand
    cards: Sequence[Card] = ()
    calls: Sequence[Call] = ()
    match hand.phase:
        case Phase.DRAW:
            options = hand.bidding.options(player.seat, player.cards)
            if not options:
                raise UsageError(f"before event {at} seat {player.seat} could declare nothing")
            cards = player.show(options) or ()
        case Phase.REDEAL:
            if may_redeal(hand, player.cards):
                cards = tuple(player.cards) if player.redeal() else ()
        case Phase.BURY:
            cards = player.bury()
        case Phase.LAND:
            options = land_bids(hand.rank, hand.last_bid, player.cards)
            cards = (player.bid_land(options) or ()) if options else ()
        case Phase.CALL:
            calls = player.call_friends()
        case _:
            cards = player.lead().cards if hand.trick is None else player.follow()
    return {
        "cards": [card.value for card in hand.space.sort(cards)],
        "calls": msgspec.to_builtins(calls),
    }


def _decided(event: Event, seat: int) -> tuple[tuple[Card, ...], tuple[Call, ...]]:
    """What was really played, thrown, buried, shown or called."""
    from shengji.game import (
        FriendsCalled,
        KittyBuried,
        LandBid,
        Played,
        RedealAnswered,
        Shown,
        ThrowFailed,
    )

    match event:
        case FriendsCalled(calls=calls):
            return (), calls
        case ThrowFailed(thrown=cards):
            return cards, ()
        case (
            Shown(cards=cards)
            | LandBid(cards=cards)
            | Played(cards=cards)
            | KittyBuried(cards=cards)
            | RedealAnswered(cards=cards)
        ):
            return cards or (), ()
        case _:
            return (), ()


def _told(found: dict[str, Any]) -> list[RenderableType]:
    """The same for people."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    facts = Table.grid(padding=(0, 2))
    changed = [f"{name} = {value}" for name, value in found["rules"].items() if name != "preset"]
    facts.add_row("Rules", ", ".join([str(found["rules"]["preset"]), *changed]))
    facts.add_row("Hand", f"{found['hand']}, before event {found['event']}")
    facts.add_row("Trump", f"{found['rank']}, {found['suit'] or 'no trump suit'}")
    facts.add_row("Seat", Text(f"{found['seat']} {found['name']}"))
    facts.add_row("Holds", Text(" ".join(found["held"])))
    if found["trick"]:
        plays = [f"{play['seat']}: {' '.join(play['cards'])}" for play in found["trick"]]
        facts.add_row("Trick", "; ".join(plays))
    facts.add_row("Played", Text(_answer(found["played"])))
    facts.add_row("Answer", Text(f"{_answer(found['answer'])} ({found['bot']})"))
    thought = found["thought"]
    if thought is None:
        facts.add_row("Why", "this bot does not say")
        return [facts]
    facts.add_row("Why", DECIDED[thought["decided"]])
    facts.add_row("Deals", str(thought["deals"]))
    table = Table("option", "", "levels", "points", "deals", box=box.SIMPLE_HEAD)
    shown = 0
    for number, option in enumerate(thought["options"]):
        marks = [
            *(["chosen"] if number == 0 else []),
            *(["by rule"] if number == thought["rule"] else []),
            *(["played"] if _answer(option) == _answer(found["played"]) else []),
        ]
        if number >= _MOST and not marks:
            continue
        shown += 1
        table.add_row(
            Text(_answer(option)),
            ", ".join(marks),
            _interval(option["levels"], 2),
            _interval(option["points"], 1),
            str(option["deals"] or ""),
        )
    left = len(thought["options"]) - shown
    more = f"{left} other options promised less; --json lists them.\n" if left else ""
    return [
        facts,
        table,
        Text(
            f"{more}levels: what the seat's side gains in the hand, less what the others do; "
            "points likewise.\nIn brackets the 95 % interval.",
            style="dim",
        ),
    ]


def _answer(answer: dict[str, Any]) -> str:
    """Cards, calls, or nothing, in words; the same cards always alike."""
    if answer["calls"]:
        calls = [f"{call['card']} number {call['ordinal']}" for call in answer["calls"]]
        return ", ".join(sorted(calls))
    return " ".join(answer["cards"]) or "nothing"


def _interval(estimate: dict[str, float] | None, digits: int) -> str:
    if estimate is None:
        return ""
    mean, low, high = (f"{estimate[key]:+.{digits}f}" for key in ("mean", "low", "high"))
    return f"{mean} [{low}, {high}]"
