"""Runs one of our bots as a Botzone program."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from typing import TextIO

import msgspec

from shengji.bots.bot import Bot
from shengji.bots.outside.botzone.cards import chosen
from shengji.bots.outside.botzone.requests import (
    KEEP_RUNNING,
    PLAYERS,
    Answer,
    Envelope,
    Numbers,
    Request,
    RequestError,
)
from shengji.bots.outside.botzone.seat import seat_of
from shengji.bots.outside.botzone.translation import Follower
from shengji.bots.registry import make_bot
from shengji.cards import Card, Rank
from shengji.game import Bury, Decision, Event, Play, Show, due_of
from shengji.rules import Rules, rules_from

_DECISIONS: dict[str, set[Decision]] = {
    "deal": {"show"},
    "cover": {"bury"},
    "play": {"lead", "follow"},
}


def run_botzone(bot_name: str, stdin: TextIO, stdout: TextIO) -> None:
    """Answer Botzone's requests with a bot, one a line, until the end of the input.

    A line is either a whole game so far, as at the start of a game, or one further request.

    Raises:
        ValueError: for an unknown bot, or an invalid request.
    """
    with closing(Player(lambda rules, seat: make_bot(bot_name, rules, seat))) as player:
        for line in stdin:
            if not line.strip():
                continue
            answer = msgspec.json.encode(Answer(player.answer(line)))
            stdout.write(f"{answer.decode()}\n{KEEP_RUNNING.decode()}\n")
            stdout.flush()


class Player:
    """A bot of ours in a game of Botzone's.

    Args:
        make: the factory of the bot, from rules and seat; called at the start of each game.
    """

    def __init__(self, make: Callable[[Rules, int], Bot]) -> None:
        self._make = make
        self._requests: list[Request] = []
        self._responses: list[Numbers] = []
        self._game: tuple[Follower, Bot] | None = None

    def answer(self, line: str) -> Numbers:
        """The answer to a request, given as a line.

        Raises:
            RequestError: when the line is invalid.
        """
        try:
            raw = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
            if "requests" not in raw:
                return self._next(msgspec.json.decode(line, type=Request))
            game = msgspec.json.decode(line, type=Envelope)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RequestError(f"the request cannot be read: {error}") from None
        *past, last = game.requests
        if len(game.responses) != len(past):
            raise RequestError(f"{len(past)} requests have {len(game.responses)} responses")
        self.close()
        self._requests, self._responses = past, game.responses
        return self._next(last, begins=True)

    def _next(self, request: Request, *, begins: bool = False) -> Numbers:
        """Answer a request; `begins`: it is the first one received of a game."""
        if not (begins or self._game):
            raise RequestError("the first request of a game stands in a list of requests")
        seat = seat_of([*self._requests, request], self._responses)
        if self._game is None or self._game[0].seat != seat:
            self._game = self._begin(seat, [*self._requests, request][0])
        follower, bot = self._game
        _observe(bot, request, follower.before(request, bot.hand))
        response = chosen(_cards(bot, request), follower.held)
        _observe(bot, request, follower.after(request, response, bot.hand))
        self._requests.append(request)
        self._responses.append(response)
        return response

    def _begin(self, seat: int, first: Request) -> tuple[Follower, Bot]:
        """Begin a game in this seat, and replay the answered requests."""
        self.close()
        follower = Follower(first, seat)
        bot = self._make(rules_at(follower.rank), seat)
        self._game = follower, bot
        bot.begin_at([follower.rank] * PLAYERS, follower.dealer)
        bot.observe(follower.start())
        for request, response in zip(self._requests, self._responses, strict=True):
            _observe(bot, request, follower.before(request, bot.hand))
            _observe(bot, request, follower.after(request, response, bot.hand))
        return self._game

    def close(self) -> None:
        """Close the bot."""
        if self._game is not None:
            self._game[1].close()
            self._game = None


def _cards(bot: Bot, request: Request) -> tuple[Card, ...]:
    """The bot's cards in answer to a request."""
    due = due_of(bot.hand, bot.seat)
    if request.stage == "deal" and (due is None or request.state.banking.snatched >= 0):
        # A declaration can be overridden only once, and without an option nothing is declared.
        return ()
    if due is None or due.decision not in _DECISIONS[request.stage]:
        raise RequestError(f"it is not for this player to {request.stage} now")
    command = bot.decide(due)
    assert command is None or isinstance(command, Show | Bury | Play)
    return () if command is None else command.cards


def _observe(bot: Bot, request: Request, events: Iterable[Event]) -> None:
    try:
        for event in events:
            bot.observe(event)
    except RequestError:
        raise
    except Exception as error:
        # Any exception means that the request is inconsistent; it is not an error of our code.
        raise RequestError(f"a {request.stage} cannot follow the requests before") from error


def rules_at(level: Rank) -> Rules:
    """Botzone's rules for a hand at this level."""
    return rules_from({"preset": "botzone", "first_level": level.value, "last_level": level.value})
