"""Write the matches that the client's tests follow, `tests/fixtures/matches.json`.

`python -m web.make_matches` plays them, always the same ones: bots play a few hands of different
systems, and what one seat or an onlooker is told of it is written down, with the hands as they are
after each trick.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from shengji.bots import Table, make_bot
from shengji.cards import Card
from shengji.game import CardDrawn, Event, Match, Refusal, ShowDeck, StartHand, shuffled, view
from shengji.game.joint import dealt_by
from shengji.game.shares import DealRequest, JointDeal, SeatShare, commitment_to
from shengji.game.shuffle import digest_of_rules, digest_of_table
from shengji.rules import Rules, rules_from
from shengji.server.rules.sheets import rules_state

FIXTURE = Path(__file__).resolve().parent / "tests" / "fixtures" / "matches.json"


class Point(msgspec.Struct, frozen=True):
    """The knowledge after so many events: the size of each hand, and the cards of the viewer's."""

    events: int
    sizes: tuple[int, ...]
    cards: tuple[Card, ...] | None
    kitty: tuple[Card, ...] | None
    tricks: int


class Played(msgspec.Struct, frozen=True):
    """The rules, as far as a client checks a deck by them; fields as of `RulesState`."""

    given: dict[str, Any]
    players: int
    decks: int
    kitty_size: int
    removed: tuple[Card, ...]


class Story(msgspec.Struct, frozen=True):
    """A few hands as one viewer is told them; `seat` is `None` for an onlooker.

    The commitments cover the table and the rules too where there is a `table`, and else the decks
    alone, as they once did everywhere.
    """

    name: str
    seat: int | None
    players: int
    kitty_size: int
    table: str | None
    rules: Played
    events: tuple[Event, ...]
    points: tuple[Point, ...]


def joint_start(rules: Rules, chance: Random, table: str) -> StartHand:
    """The start of a first hand that the shares of seats 0 and 2 and of the server decide."""
    server, *shares = (chance.randbytes(32).hex() for _ in range(3))
    one, other = (SeatShare(commitment_to(share), share) for share in shares)
    bot = SeatShare(why="bot")
    request = DealRequest(
        number=1,
        match=1,
        hand=1,
        deal=1,
        first=rules.first_drawer,
        rules=digest_of_rules(rules),
        server=commitment_to(server),
        seats=(one, bot, other, bot),
    )
    dealt = dealt_by(rules, request, server, line=request.line(digest_of_table(table)))
    return StartHand(*dealt, salt=server, table=table, shares=JointDeal(request))


def story(
    name: str,
    rules: Rules,
    seat: int | None,
    bots: str,
    seed: int,
    hands: int,
    *,
    covered: bool = True,
    joint: bool = False,
) -> Story:
    """Play and write down.

    Args:
        name: what the test calls it.
        rules: what is played.
        seat: whose view it is.
        bots: the bots of all seats.
        seed: from which everything follows.
        hands: how many hands are played.
        covered: whether the commitments cover more than the decks.
        joint: whether shares decide the first hand.
    """
    events: list[Event] = []
    points: list[Point] = []
    seen = Match.seen(rules, seat)

    def told(event: Event) -> None:
        shown = view(event, seat)
        events.append(shown)
        seen.apply(shown)
        hand = seen.hand
        if hand is not None and not isinstance(event, CardDrawn):
            points.append(
                Point(
                    events=len(events),
                    sizes=tuple(hand.sizes),
                    cards=None if seat is None else tuple(hand.hands[seat]),
                    kitty=hand.kitty,
                    tricks=len(hand.tricks),
                )
            )

    place = name if covered else None
    chance = Random(seed)
    seats = {s: make_bot(bots, rules, s, seed + s) for s in range(rules.players)}
    table = Table(rules, seats, chance, told)
    for hand in range(hands):
        is_joint = joint and hand == 0
        table.do(joint_start(rules, chance, name) if is_joint else shuffled(rules, chance, place))
        table.play_hand()
        shown = table.match.do(ShowDeck())
        assert not isinstance(shown, Refusal), "the hand is over"
        for event in shown:
            told(event)
    state = rules_state(rules)
    return Story(
        name=name,
        seat=seat,
        players=rules.players,
        kitty_size=rules.kitty_size,
        table=place,
        rules=Played(state.given, state.players, state.decks, state.kitty_size, state.removed),
        events=tuple(events),
        points=tuple(points),
    )


def stories() -> list[Story]:
    """The matches of the fixture."""
    friends: dict[str, Any] = {"system": "finding-friends", "players": 5, "land": True}
    return [
        story("tractor", rules_from("tractor"), 0, "basic", 7, 2),
        story("throws", rules_from("tractor"), 2, "random", 3, 1, covered=False),
        story("friends and land", rules_from(friends), 1, "random", 9, 1),
        story("onlooker", rules_from("tractor"), None, "basic", 11, 1, joint=True),
    ]


if __name__ == "__main__":
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, stories())) + b"\n]\n")
