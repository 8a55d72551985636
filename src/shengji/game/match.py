"""State machine of a match: levels, Dealer and the current hand; takes commands, returns events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from shengji.cards import Rank, write_cards
from shengji.game.account import HandAccount, account_of
from shengji.game.commands import Command, EndMatch, Play, ShowDeck, StartHand
from shengji.game.decisions import PHASES, decide
from shengji.game.draw_end import again_on_request
from shengji.game.due import legal
from shengji.game.endings import end_hand, joining_friends, take_trick
from shengji.game.events import (
    DealtAgain,
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    KittyTaken,
    MatchEnded,
    Played,
)
from shengji.game.hand import DRAW, Hand, Phase
from shengji.game.position import (
    Position,
    PositionError,
    hand_at,
    position_at,
    progress_of,
    read_position,
    standings_of,
    write_position,
)
from shengji.game.refusals import Refusal, RefusedError
from shengji.game.scene import board_of, picture_of
from shengji.game.shuffle import commitment_of, first_counted, statement_of
from shengji.game.standing import Standing
from shengji.rules import Rules, RulesLike, rules_from

SHUFFLER = 0
"""Seat that shuffles in a match's first hand, from which the first drawer is counted."""


class Between(msgspec.Struct, frozen=True):
    """State of a match between two deals; attributes as in `Match`.

    Attributes:
        redeals: number of re-deals of the next hand so far.
    """

    standings: tuple[Standing, ...]
    dealer: int | None
    first: int | None
    hands: int
    redeals: int
    deals: int


class Match:
    """A match, built from its events.

    The table's own match knows everything and takes commands. A seat's match is built by `apply`
    from the events that `view` gives that seat, and answers the same questions within the seat's
    knowledge.

    Attributes:
        standings: the standing of each seat; teammates share level and lap (Z21 §3.2).
        dealer: the present Dealer, or the next one between hands; `None` where the draw decides, as
            in the first hand (see `hand.dealer`).
        first: the seat that draws first in the next deal; `None` before a match's first deal.
        hand: the hand under way, or the last one.
        hands: number of hands started; a re-deal does not count.
        winners: the seats that won, once the match is over.
        before: the standings before the last finished hand.

    >>> from random import Random
    >>> from shengji.cards import Card
    >>> from shengji.game import Play, shuffled
    >>> match = Match(Rules())
    >>> [type(event).__name__ for event in match.do(shuffled(match.rules, Random(1)))]
    ['HandStarted']
    >>> match.do(Play(0, (Card("5H"),)))
    Traceback (most recent call last):
    ...
    shengji.game.refusals.RefusedError: That cannot be done now: the cards are being drawn.
    """

    __slots__ = ("__dict__", "all_seen", "hand", "seen_by")

    def __init__(
        self, rules: RulesLike, *, seen_by: int | None = None, all_seen: bool = True
    ) -> None:
        rules = self.rules = rules_from(rules)
        self.seen_by = seen_by
        self.all_seen = all_seen
        self.standings: list[Standing] = [Standing(rules.first_level)] * rules.players
        self.dealer: int | None = None
        self.first: int | None = None
        self.hand: Hand | None = None
        self.hands = 0
        self.deals = 0
        self.winners: tuple[int, ...] | None = None
        self.before: tuple[Standing, ...] = ()
        self._redeals = 0

    @classmethod
    def seen(cls, rules: RulesLike, seat: int | None) -> Match:
        """An empty match for a seat's view (`None`: an onlooker); update it with `apply`."""
        return cls(rules, seen_by=seat, all_seen=False)

    @classmethod
    def beside(cls, other: Match, seat: int) -> Match:
        """A seat's view of a match, sharing another match's public state.

        Events are applied to the other match; the view is then updated by `learn`. The hand under
        way must not be over.
        """
        match = cls.__new__(cls)
        match.__dict__ = other.__dict__
        match.seen_by, match.all_seen, match.hand = seat, False, None
        if other.hand is not None:
            started = replace(other.hand.started, deck=None, salt=None)
            match.hand = Hand.beside(other.hand, started, seat)
        return match

    @classmethod
    def resumed(cls, rules: Rules, at: Between) -> Match:
        """The table's match, restored from a result of `before_deal`; a hand starts next."""
        match = cls(rules)
        match.standings = list(at.standings)
        match.dealer, match.first = at.dealer, at.first
        match.hands, match._redeals, match.deals = at.hands, at.redeals, at.deals
        return match

    def copy(self) -> Match:
        """A match in the same state, with the same viewer, to try something on.

        >>> from random import Random
        >>> from shengji.game import Draw, shuffled
        >>> match = Match("tractor")
        >>> trial = match.copy()
        >>> for command in (shuffled(match.rules, Random(1)), Draw(100)):
        ...     events = trial.do(command)
        >>> match.hands, trial.hands
        (0, 1)
        """
        match = Match(self.rules, seen_by=self.seen_by, all_seen=self.all_seen)
        match.__dict__ = self.__dict__ | {"standings": list(self.standings)}
        match.hand = None if self.hand is None else self.hand.copy()
        return match

    @classmethod
    def from_position(cls, line: str) -> Match:
        """A match in the state of a line that `position` wrote, with its viewer.

        It has no history: no earlier tricks, no commitment to the deck.

        Raises:
            PositionError: the line is no position; the message says what is right.

        >>> line = "rules=forty-points seat=all phase=start dealer=1 first=1 levels=2,8,2,8"
        >>> match = Match.from_position(line)
        >>> match.dealer, match.levels[1], match.position() == line
        (1, Rank('8'), True)
        """
        if not isinstance(line, str):
            raise TypeError(f"a position is a line of text, not {line!r}")
        rules, at = read_position(line)
        standings = standings_of(rules, at)
        fixed = at.dealing == "fixed" if at.dealing else at.hand > 1
        going = at.phase not in ("start", "over")
        dealer = at.dealer if fixed or not going else None
        seen_by = at.seat if at.seat != "all" else None
        match = cls(rules, seen_by=seen_by, all_seen=at.seat == "all")
        match.standings, match.dealer, match.first = standings, dealer, at.first
        match.hands = match.deals = at.hand - (not going)
        match._redeals = at.redeals
        if at.phase == "over":
            match.winners = at.winners
        if not going:
            return match
        if at.first is None or (fixed and dealer is None):
            raise PositionError("dealer= and first= are missing; write them as in dealer=0 first=0")
        number, rank, redeals = at.hand, match._next_rank(), at.redeals
        started = HandStarted(number, rank, dealer, at.first, (), "", redeals=redeals)
        match.hand = hand_at(rules, at, standings, started)
        return match

    def position(self, seat: int | None = None) -> str:
        """The position as one line of text, for a seat; `None`: for the match's own viewer.

        It has all that the viewer knows but the history: `from_position` makes a match of it with
        the same legal commands, and `shengji.deals` samples from it. docs/notation.md describes it.

        Raises:
            ValueError: when there is no such seat, or this match does not know its cards.

        >>> from random import Random
        >>> from shengji.game import Draw, shuffled
        >>> match = Match("forty-points")
        >>> for command in (shuffled(match.rules, Random(1)), Draw(9)):
        ...     events = match.do(command)
        >>> match.position(1)
        'rules=forty-points seat=1 phase=draw turn=0 first=3 levels=2,2,2,2 hands=2/KD,7C/2/3'
        """
        if seat is not None:
            self.rules.check_seat(seat)
            if not self.all_seen and seat != self.seen_by:
                raise ValueError(f"this match does not know the cards of seat {seat}")
        hand = self.hand
        if hand is None or hand.is_over or self.winners is not None:
            number, _, redeals = self.next_hand
            at = Position(
                seat=seat if seat is not None else "all" if self.all_seen else self.seen_by,
                phase="start" if self.winners is None else "over",
                hand=number,
                dealer=self.dealer,
                first=self.first,
                redeals=redeals,
                winners=self.winners or (),
                **progress_of(self.standings),
            )
        else:
            view = hand
            if seat is not None and self.all_seen:
                own = Match.beside(self, seat).hand
                assert own is not None
                view = own
            at = position_at(view, self.standings, fixed=self.dealer is not None)
        return write_position(self.rules, at)

    def before_deal(self) -> Between:
        """State of the match before the deal that has just started."""
        hands = self.hands - 1
        return Between(
            tuple(self.standings), self.dealer, self.first, hands, self._redeals, self.deals - 1
        )

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Set the levels and the Dealer at which the match begins, before its first hand.

        `levels` has the level of each seat. This makes no event, so all views built from the events
        need this call as well.
        """
        assert self.hand is None, "the match has begun"
        self.standings = [Standing(level) for level in levels]
        self.dealer = self.first = dealer

    @property
    def levels(self) -> list[Rank]:
        """The level of each seat."""
        return [at.level for at in self.standings]

    @property
    def won(self) -> tuple[int, ...]:
        """Seats that have won the match with the hand that has just ended; usually empty."""
        ended = None if self.hand is None else self.hand.result
        return () if ended is None else ended.winners

    @property
    def account(self) -> HandAccount | None:
        """Account of the hand that has just ended; `None` without such a hand."""
        if self.hand is None or self.hand.phase is not Phase.ENDED:
            return None
        return account_of(self.hand, self.before)

    @property
    def next_hand(self) -> tuple[int, Rank | None, int]:
        """Number, trump rank and re-deals of the next deal, as in `HandStarted`."""
        hand = self.hand
        again = hand is not None and hand.phase is Phase.AGAIN
        return self.hands + (not again), self._next_rank(), self._redeals

    def _next_rank(self) -> Rank | None:
        """Trump rank of the next deal; `None` when all players bid their own."""
        if self.dealer is not None:
            return self.standings[self.dealer].level
        levels = set(self.levels)
        return levels.pop() if len(levels) == 1 else None

    @property
    def between_hands(self) -> bool:
        """Whether the next hand can start."""
        if self.winners is not None:
            return False
        hand = self.hand
        return hand is None or hand.phase is Phase.ENDED or hand.phase is Phase.AGAIN

    def legal(self, seat: int) -> Iterator[Command]:
        """Iterate lazily over the legal commands of a seat; `do` refuses none of them.

        Each command comes once: no two bury, bid or play the same cards in the same reading. The
        readings of a lead are the listed ones (see `shengji.play.readings.find_readings`). Throws
        are included even if they would fail. The iterator is empty between hands and out of turn;
        in the draw it yields the possible declarations.

        There can be 13 million kitties to bury, and even more leads, so take only as many as
        needed, with `islice`. Leads of one card come first, then leads of two.

        Raises:
            ValueError: when there is no such seat, or this match does not know its cards.

        >>> from random import Random
        >>> from shengji.game import Draw, shuffled
        >>> match = Match(Rules())
        >>> for command in (shuffled(match.rules, Random(1)), Draw(100)):
        ...     events = match.do(command)
        >>> [write_cards(show.cards) for show in match.legal(1)]
        ['2C', '2S', '2C 2C', 'BJ BJ']
        """
        self.rules.check_seat(seat)
        if self.hand is None or self.winners is not None:
            return iter(())
        if not self.hand.knows(seat):
            raise ValueError(f"this match does not know the cards of seat {seat}")
        return legal(self.hand, seat)

    def legal_plays(self, seat: int) -> Iterator[Play]:
        """Iterate lazily over the legal plays of a seat, as `legal`; none outside the play.

        Raises:
            ValueError: when there is no such seat, or this match does not know its cards.

        >>> from random import Random
        >>> from shengji.bots import Table
        >>> table = Table("tractor", {}, Random(0))
        >>> while table.step():
        ...     pass
        >>> events = table.do(next(table.match.legal(0)))  # buries
        >>> play = next(table.match.legal_plays(0))
        >>> play.seat, write_cards(play.cards)
        (0, '3H')
        """
        return (command for command in self.legal(seat) if isinstance(command, Play))

    # Commands

    def verify(self, command: Command) -> Refusal | None:
        """The refusal that a command would get, or `None`."""
        decided = self._decide(command)
        return decided if isinstance(decided, Refusal) else None

    def do(
        self, command: Command, told: Callable[[Event], None] = lambda event: None
    ) -> tuple[Event, ...]:
        """Execute a command, and return the applied events.

        `told` is a callback, called with each event right after that event has been applied.

        Raises:
            RefusedError: the command is refused; nothing has changed.
            TypeError: this is no command.
        """
        done = self.try_do(command, told)
        if not isinstance(done, tuple):
            raise RefusedError(done)
        return done

    def try_do(
        self, command: Command, told: Callable[[Event], None] = lambda event: None
    ) -> tuple[Event, ...] | Refusal:
        """Execute a command as `do`, but return its refusal.

        >>> Match("tractor").try_do(Play(0, ())).code
        'wrong-phase'
        """
        decided = self._decide(command)
        if not isinstance(decided, tuple):  # Five times faster than a check for `Refusal`
            return decided
        for event in decided:
            self.apply(event)
            told(event)
        hand = self.hand
        assert hand is not None
        if self.winners is not None or (hand.phase is DRAW and hand.trump is None):
            return decided
        trick = hand.trick
        if trick is not None and len(trick.plays) < hand.players and not hand.calls:
            return decided
        done = list(decided)
        for event in self._consequences(hand):
            self.apply(event)
            told(event)
            done.append(event)
        return tuple(done)

    def _decide(self, command: Command) -> Refusal | tuple[Event, ...]:
        """A refusal, or the immediate events of a command."""
        hand = self.hand
        if hand is not None and hand.phase is PHASES.get(type(command)) and self.winners is None:
            return decide(hand, command)
        if isinstance(command, ShowDeck):
            return self._wrong_phase() if hand is None else self._show_deck(hand)
        if self.winners is not None:
            return Refusal("match-over")
        if isinstance(command, EndMatch):
            return self._end_early(command)
        if isinstance(command, StartHand) and self.between_hands:
            return self._start_hand(command)
        given: object = command
        if not isinstance(given, Command):
            raise TypeError(f"not a command: {given!r}; write a command such as Play(0, cards)")
        return self._wrong_phase()

    def _end_early(self, command: EndMatch) -> Refusal | tuple[Event, ...]:
        winners: tuple[int, ...] = ()
        if self.hand is None:
            return self._wrong_phase()
        if command.reason == "hand":
            if self.hand.phase is not Phase.ENDED:
                return self._wrong_phase()
            winners = self.winners_of_hand
        elif command.reason == "conceded":
            if self.rules.teams != "fixed" or command.seat is None:
                return Refusal("no-sides")
            team = self.rules.team_of(command.seat)
            seats = range(self.rules.players)
            winners = tuple(seat for seat in seats if self.rules.team_of(seat) != team)
        return (MatchEnded(winners, command.reason),)

    @property
    def winners_of_hand(self) -> tuple[int, ...]:
        """Seats of the side that won the hand just ended; empty before its end."""
        ended = None if self.hand is None else self.hand.result
        if ended is None:
            return ()
        declared = ended.winner == "declarers"
        seats = range(self.rules.players)
        return tuple(seat for seat in seats if (seat in ended.declarers) == declared)

    def _wrong_phase(self) -> Refusal:
        hand = self.hand
        now = "start" if hand is None or self.between_hands else hand.phase.value
        return Refusal("wrong-phase", {"now": now})

    def _start_hand(self, command: StartHand) -> Refusal | tuple[Event, ...]:
        if sorted(command.deck, key=attrgetter("index")) != self.rules.deck:
            have, want = Counter(command.deck), self.rules.copies
            wrong = sorted(((have - want) + (want - have)), key=lambda card: card.index)
            return Refusal(
                "bad-deck", {"decks": self.rules.deck_count, "cards": write_cards(wrong)}
            )
        first = self.first if self.first is not None else self._first_drawer(command)
        if first is None:
            return Refusal("bad-first-drawer")
        number, rank, redeals = self.next_hand
        turned = command.turned if self.first is None else ()
        salt = command.salt
        if command.table is not None:
            salt = statement_of(
                self.rules,
                hand=number,
                deal=self.deals + 1,
                first=first,
                turned=turned,
                table=command.table,
            ).salt(salt)
        started = HandStarted(
            hand=number,
            rank=rank,
            dealer=self.dealer,
            first=first,
            turned=turned,
            commitment=commitment_of(command.deck, salt),
            deck=command.deck,
            salt=salt,
            redeals=redeals,
            shares=command.shares,
        )
        return (started,)

    def _show_deck(self, hand: Hand) -> Refusal | tuple[Event, ...]:
        deck, salt = hand.started.deck, hand.started.salt
        if not hand.is_over or hand.deck_shown or deck is None or salt is None:
            return self._wrong_phase()
        return (DeckShown(deck, salt),)

    def _first_drawer(self, command: StartHand) -> int | None:
        """The first drawer of the first hand (Z21 §3.5.3), or `None` for an invalid command."""
        players = self.rules.players
        if self.rules.first_drawer == "random":
            named = command.first
            fine = named is not None and 0 <= named < players and not command.turned
            return named if fine else None
        if command.first is not None:
            return None
        return first_counted(self.rules, command.turned, SHUFFLER)

    def _consequences(self, hand: Hand) -> Iterator[Event]:
        """Generate the events that follow until a player must act; each is applied before the next.

        `hand` is the hand under way.
        """
        trick = hand.trick
        if trick is None:
            if hand.phase in (DRAW, Phase.REDEAL) and hand.trump is not None:
                yield from self._after_draw(hand)
            return
        if hand.calls:
            seat = (trick.leader + len(trick.plays) - 1) % hand.players
            yield from joining_friends(hand, Played(seat, trick.plays[-1]))
        if len(trick.plays) < self.rules.players:
            return
        ahead = hand.ahead
        assert ahead is not None
        yield take_trick(hand, ahead)
        if not any(hand.sizes):
            ended = end_hand(hand, self.standings, hand.kitty)
            yield ended
            if ended.winners:
                yield MatchEnded(ended.winners)

    def _after_draw(self, hand: Hand) -> Iterator[Event]:
        """Give the Dealer the kitty, or deal again when a re-deal was claimed."""
        if hand.phase is Phase.REDEAL and hand.claimed is not None:
            yield again_on_request(hand, hand.claimed)
        elif hand.phase is Phase.DRAW or hand.turn is None:
            assert hand.dealer is not None and hand.kitty is not None, "only the table knows it"
            yield KittyTaken(hand.dealer, hand.kitty, hand.rules.kitty_shown)

    # Events

    def apply(self, event: Event) -> None:
        """Apply one event to the state; events must come in their original order."""
        change = _CHANGES.get(type(event))
        if change is not None:
            change(self, event)
            return
        assert self.hand is not None, "an event within a hand before the first hand"
        self.hand.apply(event)

    def _begin_hand(self, event: HandStarted) -> None:
        self.hand = Hand(self.rules, event, self.levels, self.seen_by, all_seen=self.all_seen)
        self.hands = event.hand
        self.deals += 1

    def _end_hand(self, event: HandEnded) -> None:
        hand = self.hand
        assert hand is not None, "an event within a hand before the first hand"
        self.before = tuple(self.standings)
        self.standings = list(event.after)
        self.dealer, self.first = event.next_dealer, event.next_first
        self._redeals = 0
        hand.apply(event)

    def _deal_again(self, event: DealtAgain) -> None:
        assert self.hand is not None, "an event within a hand before the first hand"
        self.dealer, self.first = event.dealer, event.first
        self._redeals += event.reason == "request"
        self.hand.apply(event)

    def _end(self, event: MatchEnded) -> None:
        self.winners = event.winners

    def svg(self, seat: int | None = None) -> str:
        """A picture as SVG, for a seat; `None`: for the match's own viewer.

        Raises:
            ValueError: when there is no such seat, or this match does not know its cards.

        >>> Match("tractor").svg()[:4]
        '<svg'
        """
        if seat is None:
            return picture_of(self)
        self.rules.check_seat(seat)
        if not self.all_seen and seat != self.seen_by:
            raise ValueError(f"this match does not know the cards of seat {seat}")
        return picture_of(self, eyes=seat)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The position as lines of text, as the match's viewer may see it."""
        return board_of(self)

    def __repr__(self) -> str:
        where = "" if self.hand is None else f", hand {self.hands}, {self.hand.phase.value}"
        return f"<Match{where}>"

    def learn(self, event: Event, other: Match) -> None:
        """Update this seat's private state of a match that it shares with another.

        The event has been applied to the other match; here it is in this seat's view.
        """
        if isinstance(event, HandStarted):
            assert other.hand is not None and self.seen_by is not None
            self.hand = Hand.beside(other.hand, event, self.seen_by)
        elif self.hand is not None:
            self.hand.learn(event)


_CHANGES: dict[type, Callable[[Match, Any], None]] = {
    HandStarted: Match._begin_hand,
    HandEnded: Match._end_hand,
    DealtAgain: Match._deal_again,
    MatchEnded: Match._end,
}
"""Method for each event that changes the match itself."""
