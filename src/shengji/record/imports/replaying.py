"""Replay of another program's hand under our rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from shengji.cards import Card, Rank
from shengji.game import (
    Command,
    Draw,
    Event,
    Hand,
    HandEnded,
    Match,
    Play,
    Played,
    Refusal,
    StartHand,
    TrickTaken,
)
from shengji.record.header import header_of
from shengji.record.reader import Record
from shengji.rules import Rules, RulesError, rules_from


class LogError(ValueError):
    """A log that cannot be converted to a record; the message names the place and the reason."""


class ReplayedHand:
    """A hand of another program, replayed as a match of one hand.

    Args:
        rules: the rules of the hand.
        levels: the level of each seat.
        dealer: the Dealer; `None`: the draw decides.

    Attributes:
        events: the events so far.
    """

    def __init__(self, rules: Rules, levels: Sequence[Rank], dealer: int | None) -> None:
        self.match, self.events = Match(rules), list[Event]()
        self._levels, self._dealer = tuple(levels), dealer
        self.match.begin_at(self._levels, dealer)

    @property
    def hand(self) -> Hand:
        """The hand; it must have been dealt."""
        assert self.match.hand is not None
        return self.match.hand

    def do(self, place: str, command: Command) -> tuple[Event, ...]:
        """Execute a command of the log, and return its events.

        Raises:
            LogError: it is not legal; the message begins with `place`.
        """
        done = self.match.try_do(command)
        if isinstance(done, Refusal):
            raise LogError(f"{place}: {done.sentence()}")
        self.events.extend(done)
        return done

    def deal(
        self, place: str, hands: Sequence[Sequence[Card]], kitty: Sequence[Card], first: int
    ) -> None:
        """Deal these hands, in the order in which each seat drew, beginning with `first`.

        Raises:
            LogError: the cards are not those of the rules.
        """
        rules = self.match.rules
        if len(hands) != rules.players or any(len(cards) != rules.hand_size for cards in hands):
            raise LogError(f"{place}: {rules.hand_size} cards each are dealt to {rules.players}")
        turns = [hands[(first + turn) % rules.players] for turn in range(rules.players)]
        deck = [card for cards in zip(*turns, strict=True) for card in cards]
        # A Dealer draws first; else the rules must leave the first drawer to chance.
        named = first if self._dealer is None else None
        self.do(place, StartHand((*deck, *kitty), first=named))
        self.do(place, Draw(len(deck)))

    def play(self, place: str, seat: int, cards: Sequence[Card], led: Sequence[Card]) -> None:
        """Play cards, of which `led` are played when they are a failed throw.

        Raises:
            LogError: they cannot be played, or the rules say that others are led.
        """
        done = self.do(place, Play(seat, tuple(cards)))
        played = next(event.cards for event in done if isinstance(event, Played))
        self.agree(place, "the play", words(led), words(played))

    def agree(self, place: str, what: str, theirs: object, ours: object) -> None:
        """Compare a statement of the log with the replay.

        Raises:
            LogError: they differ.
        """
        if theirs != ours:
            raise LogError(f"{place}: {what} is {theirs} in the log, by the rules {ours}")

    def agree_trick(self, place: str, winner: int, points: int) -> None:
        """Compare a trick of the log with the last trick of the replay.

        Raises:
            LogError: the winner or the points differ, or the trick is not complete.
        """
        taken = [event for event in self.events if isinstance(event, TrickTaken)]
        if not taken or self.hand.trick is not None:
            raise LogError(f"{place}: the trick is not complete")
        self.agree(place, "the winner of the trick", winner, taken[-1].seat)
        self.agree(place, "the points of the trick", points, taken[-1].points)

    def ended(self, place: str) -> HandEnded:
        """The end of the hand.

        Raises:
            LogError: the log has a result, but cards are still to be played.
        """
        if self.hand.result is None:
            raise LogError(f"{place}: the log has a result, but cards are still to be played")
        return self.hand.result

    def record(self, names: Sequence[str]) -> Record:
        """The record of the hand; names that cannot be printed are left out."""
        shown = [
            name if name and name.isprintable() and len(name) <= _LONGEST_NAME else f"player {seat}"
            for seat, name in enumerate(names)
        ]
        rules = self.match.rules
        header = header_of(rules, shown, levels=self._levels, dealer=self._dealer)
        return Record(header, rules, tuple(self.events), self.match)


_LONGEST_NAME = 100


def words(cards: Iterable[Card]) -> str:
    """Cards in the order of the deck, for comparisons and messages."""
    return " ".join(card.value for card in sorted(cards, key=lambda card: card.index))


def read_cards_by(names: Mapping[str, Card], place: str, cards: Iterable[str]) -> tuple[Card, ...]:
    """Cards by their names in the other program; `place` is for messages.

    Raises:
        LogError: a text names no card.
    """
    try:
        return tuple(names[name] for name in cards)
    except KeyError as error:
        raise LogError(f"{place}: {error.args[0]!r} is no card") from None


def first_that_fits(
    replay: Callable[[Rules], Record],
    options: Mapping[str, object],
    *variants: Mapping[str, object],
) -> Record:
    """Replay a hand under the options, or under the first variant of them that it fits.

    Raises:
        LogError: it fits none; the error is that of the options as they are.
    """
    first: LogError | None = None
    for variant in ({}, *variants):
        try:
            return replay(rules_from({**options, **variant}))
        except LogError as error:
            first = first or error
        except RulesError as error:
            first = first or LogError(f"rules: {error}")
    assert first is not None
    raise first
