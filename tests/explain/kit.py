"""Positions in which something is said of one answer and another."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from shengji.bots.ruled import RememberingBot
from shengji.cards import write_cards
from shengji.explain import Answer, Lesson, Teacher, lessons
from shengji.game import (
    Bury,
    CallFriends,
    CloseDraw,
    Command,
    Draw,
    Hand,
    Phase,
    due_of,
    passing,
    view,
)
from shengji.rules import rules_from
from tests.game.kit import Game, calls, cards

S = TypeVar("S", bound=RememberingBot)

SHORT: dict[str, object] = {"decks": 1, "kitty": 38}
"""Every hand has four cards."""
FOUR = ("2S 3H KH QH", "10H 4H AH 5C", "6S 7C 5D 9C", "3D 4D KC 7D")
LONG = "2S AS KS QS JS 10S 9S 8S 7S 6S 5S 4S AC KC QC JC 9C 8C 7C 6C 4C 3C 3C 3S 3H"
BOTTOM = "4H 6H 7H 8H 9H JH 3D 4D"


class Position(NamedTuple):
    """A decision, and what is said of it.

    Attributes:
        rules: what is played.
        hands: what seats are dealt; seat 0 deals.
        moves: what has happened since the cards were drawn: a seat, and what it shows, keeps of the
            cards with the kitty, calls, or plays; a seat alone ends the draw.
        seat: who decides.
        answer: what the hint proposes.
        other: what that is held against, at last.
        why: the reasons, as the hint says them.
        kitty: the cards that the Dealer takes.
    """

    rules: dict[str, object]
    hands: dict[int, str]
    moves: tuple[str, ...]
    seat: int
    answer: str
    other: str
    why: str
    kitty: str = ""


def short(*hands: str, plays: tuple[str, ...] = ()) -> tuple[dict[int, str], tuple[str, ...]]:
    """Hands of four cards, and how spades were made trumps and some played."""
    return dict(enumerate(hands)), ("0 2S", "0", f"0 {hands[0]}", *plays)


def reached(at: Position) -> Game:
    """The game up to the decision."""
    game = Game.later(rules_from(at.rules), at.hands, dealer=0, kitty=at.kitty)
    game.draw_all()
    for move in at.moves:
        seat, text = int(move[0]), move[2:]
        match game.hand.phase:
            case Phase.DRAW if text:
                game.show(seat, text)
            case Phase.DRAW:
                game.do(CloseDraw())
            case Phase.CALL:
                game.do(CallFriends(seat, calls(text)))
            case Phase.BURY:
                held = list(game.hand.hands[seat])
                for card in cards(text):
                    held.remove(card)
                game.do(Bury(seat, tuple(held)))
            case _:
                game.play(seat, text)
    return game


def seen(seer: S, game: Game) -> S:
    """A seer who has heard of a game what its seat did."""
    rules = game.match.rules
    seer.begin_at([rules.first_level] * rules.players, 0)
    for event in game.events:
        seer.observe(view(event, seer.seat))
    return seer


def lessons_at(at: Position, made: str, best: str) -> tuple[Lesson, ...]:
    """The lessons of an answer, held against another one."""
    game = reached(at)
    seer = seen(Teacher(game.match.rules, at.seat), game)
    due = due_of(seer.hand, at.seat)
    assert due is not None
    return lessons(seer, due.decision, Answer(cards(made)), Answer(cards(best)))


def found_at(at: Position, made: str, best: str) -> list[tuple[str, str, int]]:
    """The same, without what is higher."""
    found = lessons_at(at, made, best)
    return [(one.key, write_cards(one.cards), one.points) for one in found]


def goes_on(hand: Hand) -> Command:
    """The command that goes on with a hand when nobody decides anything."""
    if hand.phase is Phase.DRAW:
        return Draw() if hand.cards_to_draw else CloseDraw()
    passed = passing(hand)
    assert passed is not None
    return passed
