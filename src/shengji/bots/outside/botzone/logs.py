"""Logs of games on Botzone, converted to records by replaying each under the rules.

A log is the platform's record of a game, as given to its referee: the referee's requests, with the
cards, and the answers (docs/botzone.md). Only the deal and the answers are trusted; the referee's
results are compared with the replay's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from shengji.bots.outside.botzone.answers import rules_at
from shengji.bots.outside.botzone.cards import card_of, level_of, suit_letter, suit_of_letter
from shengji.bots.outside.botzone.requests import PLAYERS, Numbers, Request
from shengji.cards import Card, Suit, write_cards
from shengji.game import (
    Bury,
    CloseDraw,
    Command,
    Draw,
    Event,
    HandEnded,
    Match,
    Play,
    Played,
    Show,
    StartHand,
)
from shengji.record import Record
from shengji.record.imports import LogError, ReplayedHand
from shengji.rules import Rules

_ORDERS = ("shcd", "hdsc")
"""The suits in the order of their cards' numbers: the current order, and the early referee's."""


class _Reply(msgspec.Struct):
    response: Numbers | None = None
    verdict: str = "OK"


class _Output(msgspec.Struct):
    command: str
    content: dict[str, Any] = {}


class _Game(msgspec.Struct):
    """A log in the platform's format; `logs` in a downloaded match."""

    log: list[dict[str, msgspec.Raw]] = []
    logs: list[dict[str, msgspec.Raw]] = []
    players: list[Any] = []


class _Turn(NamedTuple):
    """A request and its answer; `entry` is the answer's position in the log, from 1."""

    entry: int
    seat: int
    request: Request
    response: Numbers


def records_of(text: bytes) -> Iterator[Record | LogError]:
    """The games of a file with one log, or one in each line; an error for each invalid game.

    >>> [str(error) for error in records_of(b'{"log": []}')]
    ['the log ends after 0 of 100 cards']
    """
    try:
        games = [msgspec.Raw(text)]
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        games = [msgspec.Raw(line) for line in text.splitlines() if line.strip()]
    for game in games:
        try:
            yield record_of(bytes(game))
        except LogError as error:
            yield error


def record_of(text: bytes) -> Record:
    """The record of one game.

    When a throw failed and the early referee led the whole unit, the record's rules have that
    option.

    Raises:
        LogError: when the text is no log of a game of Tractor, or contains an impossible step.
    """
    try:
        game = msgspec.json.decode(text, type=_Game)
        turns, scores = _turns(game.log or game.logs)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError(f"this is not a log of Botzone's Tractor: {error}") from None
    names = [_name(game.players, seat) for seat in range(PLAYERS)]
    table = _ReplayedTable(turns, scores, names)
    try:
        return table.record(table.rules)
    except LogError:
        with suppress(LogError):
            return table.record(msgspec.structs.replace(table.rules, failed_throw="lowest-led"))
        raise


def _turns(log: Sequence[dict[str, msgspec.Raw]]) -> tuple[list[_Turn], dict[str, Any] | None]:
    """The turns of a game, and its scores when it ended without an error of a player."""
    turns: list[_Turn] = []
    asked: tuple[int, Request] | None = None
    for entry, said in enumerate(log, 1):
        if "output" in said:
            output = msgspec.json.decode(said["output"], type=_Output)
            if output.command == "finish":
                fault = any(not isinstance(s, int) or s < 0 for s in output.content.values())
                return turns, None if fault else output.content
            asked = _asked(output, entry)
        elif asked is not None and str(asked[0]) in said:
            reply = msgspec.json.decode(said[str(asked[0])], type=_Reply)
            if reply.verdict != "OK" or reply.response is None:
                break  # the player failed, and so lost the game
            turns.append(_Turn(entry, *asked, reply.response))
            asked = None
        else:
            raise LogError(f"entry {entry}: an answer of the player who was asked was expected")
    return turns, None


def _asked(output: _Output, entry: int) -> tuple[int, Request]:
    players = list(map(str, range(PLAYERS)))
    if len(output.content) != 1 or not output.content.keys() <= set(players):
        raise LogError(f"entry {entry}: one of the players 0 to {PLAYERS - 1} is asked at a time")
    ((seat, request),) = output.content.items()
    return int(seat), msgspec.convert(request, Request)


def _name(players: Sequence[Any], seat: int) -> str:
    """The name of a player: from the log, or else from the seat number."""
    given = players[seat] if seat < len(players) else None
    for key in ("name", "bot"):
        given = given.get(key, given) if isinstance(given, dict) else given
    return given if isinstance(given, str) and given.isprintable() else f"player {seat}"


class _ReplayedTable:
    """A game that is replayed.

    Args:
        scores: the score of each player by the referee; `None`: unknown.
    """

    def __init__(
        self, turns: Sequence[_Turn], scores: dict[str, Any] | None, names: Sequence[str]
    ) -> None:
        self._draws = [turn for turn in turns if turn.request.stage == "deal"]
        self._rest = turns[len(self._draws) :]
        self._scores, self._names = scores, names
        drawn, whole = len(self._draws), 25 * PLAYERS
        if drawn < whole or not self._rest:
            raise LogError(f"the log ends after {drawn} of {whole} cards")
        cover = self._rest[0]
        if cover.request.stage != "cover":
            raise LogError(f"entry {cover.entry}: after the draw the kitty is to be buried")
        numbers = [n for turn in (*self._draws, cover) for n in turn.request.deliver]
        if sorted(numbers) != list(range(108)):
            raise LogError("the cards that were dealt are not two whole decks")
        self._order = self._suit_order()
        self._banking = cover.request.state.banking
        try:
            self.rules = rules_at(level_of(self._draws[0].request.state.level))
        except ValueError as error:
            raise LogError(f"the level: {error}") from None

    def _suit_order(self) -> str:
        """The order of the suits that agrees with the declarations."""
        fitting = list(_ORDERS)
        for turn, after in zip(self._draws, (*self._draws[1:], self._rest[0]), strict=True):
            place = turn.response[0] % 54 if turn.response else 52
            if place < 52:
                major = after.request.state.banking.major
                fitting = [order for order in fitting if order[place % 4] == major]
        if not fitting:
            raise LogError("the suits of the declared cards fit no known numbering of the cards")
        return fitting[0]

    def _cards(self, numbers: Numbers) -> tuple[Card, ...]:
        def now(number: int) -> int:
            place = number % 54
            suit = _ORDERS[0].index(self._order[place % 4])
            return number if place >= 52 else number - place % 4 + suit

        return tuple(card_of(now(number)) for number in numbers)

    def record(self, rules: Rules) -> Record:
        """The record of the game under these rules.

        Raises:
            LogError: when the log contains a step that is impossible under them.
        """
        first = self._draws[0].request.state
        dealer = first.banking.banker if first.first_round is False else -1
        known = dealer if dealer >= 0 else None
        hand = ReplayedHand(rules, (rules.first_level,) * PLAYERS, known)

        def do(turn: _Turn, command: Command) -> tuple[Event, ...]:
            return hand.do(f"entry {turn.entry}, player {turn.seat}", command)

        draws, cover = self._in_order(), self._rest[0]
        deck = (*(c for turn in draws for c in self._cards(turn.request.deliver)), *self._kitty())
        do(draws[0], StartHand(deck, first=draws[0].seat))
        for turn in draws:
            do(turn, Draw())
            if turn.response:
                do(turn, Show(turn.seat, self._cards(turn.response)))
        do(cover, CloseDraw())
        self._check_trump(hand.match)
        do(cover, Bury(cover.seat, self._cards(cover.response)))
        for turn, after in zip(self._rest[1:], (*self._rest[2:], None), strict=True):
            done = do(turn, Play(turn.seat, self._cards(turn.response)))
            self._check_play(turn, done, after)
        self._check_end(hand.events)
        return hand.record(self._names)

    def _in_order(self) -> list[_Turn]:
        """The draw; without declarations, reordered to begin with the Dealer drawn by lot."""
        if any(turn.response for turn in self._draws):
            return self._draws
        rows = [[turn for turn in self._draws if turn.seat == seat] for seat in range(PLAYERS)]
        begin = self._rest[0].seat
        rows = rows[begin:] + rows[:begin]
        return [turn for turns in zip(*rows, strict=False) for turn in turns]

    def _kitty(self) -> tuple[Card, ...]:
        """The kitty; without declarations, a card that makes the trump drawn by lot comes first."""
        kitty = self._cards(self._rest[0].request.deliver)
        if any(turn.response for turn in self._draws):
            return kitty
        wanted = self._major()
        suits = [card.suit for card in kitty if card.suit is not None]
        if suits and suits[0] is wanted:
            return kitty
        if wanted not in suits:
            raise LogError(
                "nobody declared, and the kitty has no card of the trump suit that was drawn by "
                "lot: the preset botzone makes trump by a card of the kitty"
            )
        return tuple(sorted(kitty, key=lambda card: card.suit is not wanted))

    def _major(self) -> Suit | None:
        return suit_of_letter(self._banking.major or "n")

    def _check_trump(self, match: Match) -> None:
        hand, cover = match.hand, self._rest[0]
        assert hand is not None and hand.trump is not None
        if (hand.dealer, hand.trump.suit) != (cover.seat, self._major()):
            raise LogError(
                f"entry {cover.entry}: player {cover.seat} buries, with {self._banking.major!r} as "
                f"trump; by the rules player {hand.dealer}, with {suit_letter(hand.trump.suit)!r}"
            )

    def _check_play(self, turn: _Turn, done: Sequence[Event], after: _Turn | None) -> None:
        """Check the cards led after a throw; `after` is the next turn."""
        history = None if after is None else after.request.history
        if turn.request.history is None or turn.request.history[1] or history is None:
            return
        led = next(event.cards for event in done if isinstance(event, Played))
        told = self._cards(history[1][0] if history[1] else history[0][0])
        if Counter(told) != Counter(led):
            raise LogError(
                f"entry {turn.entry}: {write_cards(told)} was led, by the rules {write_cards(led)}"
            )

    def _check_end(self, events: Sequence[Event]) -> None:
        """Check the scores, if the log has them."""
        ended = next((event for event in events if isinstance(event, HandEnded)), None)
        if self._scores is None:
            return
        if ended is None:
            raise LogError("the log has scores, but the hand is not played to its end")
        won = ended.winner == "declarers"
        right = {
            str(seat): ended.levels if (seat in ended.declarers) == won else 0
            for seat in range(PLAYERS)
        }
        if self._scores != right:
            raise LogError(f"the scores are {self._scores}, by the rules {right}")
