"""A match: the levels, who deals, and the hand under way; commands in, events or a refusal out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from shengji.cards import Rank, write_cards
from shengji.game.account import HandAccount, account_of
from shengji.game.commands import Command, EndMatch, ShowDeck, StartHand
from shengji.game.decisions import PHASES, decide
from shengji.game.draw_end import again_on_request
from shengji.game.due import legal
from shengji.game.endings import end_hand, joined, take_trick
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
from shengji.game.refusals import Refusal
from shengji.game.scene import picture_of
from shengji.game.shuffle import commitment_of, first_counted, statement_of
from shengji.game.standing import Standing
from shengji.rules import Rules

SHUFFLER = 0
"""The seat that shuffles in a match's first hand, and counts who draws first."""


class Between(msgspec.Struct, frozen=True):
    """Where a match stands between two deals; attributes as of `Match`.

    Attributes:
        redeals: how often the hand that comes next has been dealt again.
        deals: how many deals have started.
    """

    standings: tuple[Standing, ...]
    dealer: int | None
    first: int | None
    hands: int
    redeals: int
    deals: int


class Match:
    """A match as its events have built it.

    The table's own match knows everything and takes commands. A seat's match is built from the
    events that `view` gives that seat, by `apply`, and answers the same questions as far as the
    seat may know.

    Attributes:
        rules: what is played.
        standings: how far each seat has come; teammates share level and lap (Z21 §3.2).
        dealer: who deals now or, between hands, next; `None` where the draw decides, as in the
            first hand (see `hand.dealer`).
        first: who draws first in the next deal; `None` in a match's first one.
        hand: the hand under way, or the last one.
        hands: how many hands have started; one that is dealt again counts once.
        deals: how many deals have started.
        winners: the seats that won, once the match is over.
        before: where the seats stood before the last hand that ended.

    >>> from random import Random
    >>> from shengji.cards import Card
    >>> from shengji.game import Play, shuffled
    >>> match = Match(Rules())
    >>> [type(event).__name__ for event in match.do(shuffled(match.rules, Random(1)))]
    ['HandStarted']
    >>> match.do(Play(0, (Card("5H"),))).sentence()
    'That cannot be done now: the cards are being drawn.'
    """

    __slots__ = ("__dict__", "all_seen", "hand", "seen_by")

    def __init__(self, rules: Rules, *, seen_by: int | None = None, all_seen: bool = True) -> None:
        self.rules = rules
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
    def seen(cls, rules: Rules, seat: int | None) -> Match:
        """An empty match as one seat sees it (`None`: an onlooker); feed it with `apply`."""
        return cls(rules, seen_by=seat, all_seen=False)

    @classmethod
    def beside(cls, other: Match, seat: int) -> Match:
        """A match that has not begun as a seat sees it, sharing with another all that lies open.

        Events are applied to the other one, and then this one learns of them (`learn`).
        """
        match = cls.__new__(cls)
        match.__dict__ = other.__dict__
        match.seen_by, match.all_seen, match.hand = seat, False, None
        return match

    @classmethod
    def resumed(cls, rules: Rules, at: Between) -> Match:
        """The table's match, from what `before_deal` has told; a hand starts next."""
        match = cls(rules)
        match.standings = list(at.standings)
        match.dealer, match.first = at.dealer, at.first
        match.hands, match._redeals, match.deals = at.hands, at.redeals, at.deals
        return match

    def before_deal(self) -> Between:
        """Where the match stood before the deal that has just started."""
        hands = self.hands - 1
        return Between(
            tuple(self.standings), self.dealer, self.first, hands, self._redeals, self.deals - 1
        )

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Start from here instead of at the first level and without a Dealer.

        `levels` has the level of each seat. Only before the first hand; it is no event, so whoever
        follows the match by its events must be told too.
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
        """The seats that have won the match with the hand that has just ended, or none."""
        ended = None if self.hand is None else self.hand.result
        return () if ended is None else ended.winners

    @property
    def account(self) -> HandAccount | None:
        """The account of the hand that has just ended; `None` while there is no such hand."""
        if self.hand is None or self.hand.phase is not Phase.ENDED:
            return None
        return account_of(self.hand, self.before)

    @property
    def next_hand(self) -> tuple[int, Rank | None, int]:
        """Number, trump rank and re-deals of the deal that comes next, as in `HandStarted`."""
        hand = self.hand
        again = hand is not None and hand.phase is Phase.AGAIN
        return self.hands + (not again), self._next_rank(), self._redeals

    def _next_rank(self) -> Rank | None:
        """The trump rank of the next deal; `None` when everyone bids their own."""
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
        """Every command that a seat may give now, lazily; `do` refuses none of them.

        Each comes once: no two bury, bid or play the same cards in the same reading; of a lead's
        readings those come that are listed (see `shengji.play.readings.find_readings`). A throw is
        among them whether it stands or not. Nothing comes between hands and out of turn; in the
        draw, where a seat need not declare, what it may show. There can be many, 13 million
        kitties to bury and more leads than anybody can count, so take what you need: `islice`.
        What can be had soon comes early: leads of one card, then of two.

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
        if not 0 <= seat < self.rules.players:
            raise ValueError(f"there is no seat {seat}")
        if self.hand is None or self.winners is not None:
            return iter(())
        if not self.hand.knows(seat):
            raise ValueError(f"this match does not know the cards of seat {seat}")
        return legal(self.hand, seat)

    # Commands

    def verify(self, command: Command) -> Refusal | None:
        """Why a command would be refused, or `None`."""
        decided = self._decide(command)
        return decided if isinstance(decided, Refusal) else None

    def do(
        self, command: Command, told: Callable[[Event], None] = lambda event: None
    ) -> tuple[Event, ...] | Refusal:
        """Carry out a command: the events it leads to, already applied, or a refusal.

        `told` is called with each event when it has been applied, and the next has not.
        """
        decided = self._decide(command)
        if not isinstance(decided, tuple):  # that it is a refusal takes five times as long to ask
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
        """A refusal, or the events that it leads to at once."""
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
        """The seats of the side that won the hand that has just ended; none before its end."""
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
        )
        return (started,)

    def _show_deck(self, hand: Hand) -> Refusal | tuple[Event, ...]:
        deck, salt = hand.started.deck, hand.started.salt
        if not hand.is_over or hand.deck_shown or deck is None or salt is None:
            return self._wrong_phase()
        return (DeckShown(deck, salt),)

    def _first_drawer(self, command: StartHand) -> int | None:
        """The first to draw in the first hand (Z21 §3.5.3), or `None` when that cannot be told."""
        players = self.rules.players
        if self.rules.first_drawer == "random":
            named = command.first
            fine = named is not None and 0 <= named < players and not command.turned
            return named if fine else None
        if command.first is not None:
            return None
        return first_counted(self.rules, command.turned, SHUFFLER)

    def _consequences(self, hand: Hand) -> Iterator[Event]:
        """The events that follow until somebody must act; each is applied before the next.

        `hand` is the hand under way.
        """
        trick = hand.trick
        if trick is None:
            if hand.phase in (DRAW, Phase.REDEAL) and hand.trump is not None:
                yield from self._after_draw(hand)
            return
        if hand.calls:
            seat = (trick.leader + len(trick.plays) - 1) % hand.players
            yield from joined(hand, Played(seat, trick.plays[-1]))
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
        """When no re-deal is claimed, the Dealer takes the kitty."""
        if hand.phase is Phase.REDEAL and hand.claimed is not None:
            yield again_on_request(hand, hand.claimed)
        elif hand.phase is Phase.DRAW or hand.turn is None:
            assert hand.dealer is not None and hand.kitty is not None, "only the table knows it"
            yield KittyTaken(hand.dealer, hand.kitty, hand.rules.kitty_shown)

    # Events

    def apply(self, event: Event) -> None:
        """Change the state by one event. Events come in the order in which they happened."""
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

    def _repr_svg_(self) -> str:
        """Where the match stands, as a notebook shows it: as far as its viewer may know."""
        return picture_of(self)

    def learn(self, event: Event, other: Match) -> None:
        """Change what this seat alone sees of a match that it shares with another.

        The event has been applied to the other one; here it is as this seat sees it.
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
"""How the events change a match that are not its hand's alone."""
