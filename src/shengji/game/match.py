"""A match: the levels, who deals, and the hand under way; commands in, events or a refusal out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from shengji.cards import Card, Rank, Suit, full_deck, write_cards
from shengji.game.bidding import judge_bid, shown_trump
from shengji.game.commands import Bury, CloseDraw, Command, Draw, Play, Show, StartHand
from shengji.game.endings import end_hand, take_trick
from shengji.game.events import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    MatchEnded,
    Played,
    Shown,
    ThrowFailed,
    TrumpMade,
)
from shengji.game.hand import Hand, Phase
from shengji.game.refusals import Refusal, rung_params, suit_letter
from shengji.game.shuffle import commitment_of, counted_seat, counts
from shengji.play.follows import Lead
from shengji.play.throws import judge_lead, penalty
from shengji.play.units import Reading, default_reading, readings
from shengji.rules import Rules

SHUFFLER = 0
"""Who shuffles in a match's first hand, and counts who draws first."""


class RecordedEventError(ValueError):
    """An event that cannot have happened here; the message says why."""


class Match:
    """A match as its events have built it.

    The table's own match knows everything and takes commands. A seat's match is built from the
    events that `view` gives that seat, by `apply`, and answers the same questions as far as the
    seat may know.

    Attributes:
        rules: what is played.
        levels: the level of each seat; teammates share one (Z21 §3.2).
        dealer: who deals now or, between hands, next; `None` in the first hand (see `hand.dealer`).
        hand: the hand under way, or the last one.
        hands: how many hands have started.
        winners: the seats that won, once the match is over.

    >>> from random import Random
    >>> from shengji.game.shuffle import shuffled
    >>> match = Match(Rules())
    >>> [type(event).__name__ for event in match.do(shuffled(match.rules, Random(1)))]
    ['HandStarted']
    >>> match.do(Play(0, (Card("5H"),))).sentence()
    'That cannot be done now: the cards are being drawn.'
    """

    def __init__(self, rules: Rules, *, seen_by: int | None = None, all_seen: bool = True) -> None:
        self.rules = rules
        self.seen_by = seen_by
        self.all_seen = all_seen
        self.levels: list[Rank] = [rules.first_level] * rules.players
        self.dealer: int | None = None
        self.hand: Hand | None = None
        self.hands = 0
        self.winners: tuple[int, ...] | None = None

    @classmethod
    def seen(cls, rules: Rules, seat: int | None) -> Match:
        """An empty match as one seat sees it (`None`: an onlooker); feed it with `apply`."""
        return cls(rules, seen_by=seat, all_seen=False)

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Start from here instead of at the first level and without a Dealer.

        `levels` has the level of each seat. Only before the first hand; it is no event, so whoever
        follows the match by its events must be told too.
        """
        assert self.hand is None, "the match has begun"
        self.levels = list(levels)
        self.dealer = dealer

    @property
    def between_hands(self) -> bool:
        """Whether the next hand can start."""
        return self.winners is None and (self.hand is None or self.hand.phase is Phase.ENDED)

    # Commands

    def verify(self, command: Command) -> Refusal | None:
        """Why a command would be refused, or `None`."""
        decided = self._decide(command)
        return decided if isinstance(decided, Refusal) else None

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command: the events it leads to, already applied, or a refusal."""
        decided = self._decide(command)
        if isinstance(decided, Refusal):
            return decided
        done: list[Event] = []
        for event in chain(decided(), self._consequences()):
            self.apply(event)
            done.append(event)
        return tuple(done)

    def _decide(self, command: Command) -> Refusal | Callable[[], Iterator[Event]]:
        """A refusal, or what makes the events; each must be applied before the next is made."""
        if self.winners is not None:
            return Refusal("match-over")
        if isinstance(command, StartHand):
            if not self.between_hands:
                return self._wrong_phase()
            return self._start_hand(command)
        hand = self.hand
        if hand is None or hand.phase is Phase.ENDED:
            return self._wrong_phase()
        if isinstance(command, Show | Bury | Play) and not 0 <= command.seat < self.rules.players:
            return Refusal("no-seat", {"seat": command.seat})
        match command:
            case Draw() | Show() | CloseDraw() if hand.phase is not Phase.DRAW:
                return self._wrong_phase()
            case Bury() if hand.phase is not Phase.BURY:
                return self._wrong_phase()
            case Play() if hand.phase is not Phase.PLAY:
                return self._wrong_phase()
            case Draw():
                return self._draw(hand)
            case Show():
                return self._show(hand, command)
            case CloseDraw():
                return self._close_draw(hand)
            case Bury():
                return self._bury(hand, command)
            case Play():
                return self._play(hand, command)

    def _wrong_phase(self) -> Refusal:
        hand = self.hand
        now = "start" if hand is None or hand.phase is Phase.ENDED else hand.phase.value
        return Refusal("wrong-phase", {"now": now})

    def _start_hand(self, command: StartHand) -> Refusal | Callable[[], Iterator[Event]]:
        have, want = Counter(command.deck), Counter(full_deck(self.rules.deck_count))
        if have != want:
            wrong = sorted(((have - want) + (want - have)), key=lambda card: card.index)
            return Refusal(
                "bad-deck", {"decks": self.rules.deck_count, "cards": write_cards(wrong)}
            )
        first = self.dealer if self.dealer is not None else self._first_drawer(command)
        if first is None:
            return Refusal("bad-first-drawer")
        seat = first

        def events() -> Iterator[Event]:
            yield HandStarted(
                hand=self.hands + 1,
                rank=self.levels[self.dealer or 0],
                dealer=self.dealer,
                first=seat,
                turned=command.turned if self.dealer is None else (),
                commitment=commitment_of(command.deck, command.salt),
                deck=command.deck,
                salt=command.salt,
            )

        return events

    def _first_drawer(self, command: StartHand) -> int | None:
        """Who draws first in the first hand (Z21 §3.5.3), or `None` when that cannot be told."""
        players = self.rules.players
        if self.rules.first_drawer == "random":
            named = command.first
            fine = named is not None and 0 <= named < players and not command.turned
            return named if fine else None
        if command.first is not None or [
            number for number, card in enumerate(command.turned, 1) if counts(card)
        ] != [len(command.turned)]:
            return None
        return counted_seat(command.turned[-1], SHUFFLER, players)

    def _draw(self, hand: Hand) -> Refusal | Callable[[], Iterator[Event]]:
        seat, deck = hand.turn, hand.started.deck
        if seat is None:
            return Refusal("draw-over")
        assert deck is not None, "only the table draws"
        card = deck[hand.drawn]
        return lambda: iter((CardDrawn(seat, card),))

    def _show(self, hand: Hand, command: Show) -> Refusal | Callable[[], Iterator[Event]]:
        judged = judge_bid(
            hand.shown, hand.rank, command.seat, hand.hands[command.seat], command.cards
        )
        if isinstance(judged, str):
            missing = Counter(command.cards) - Counter(hand.hands[command.seat])
            return Refusal(
                judged,
                {
                    "cards": write_cards(missing.elements() if missing else command.cards),
                    "rank": hand.rank.value,
                    "shown": write_cards(hand.shown[-1].cards if hand.shown else ()),
                },
            )
        way, cards = judged
        trump = shown_trump(cards, hand.rank)
        assert trump is not None
        dealer = hand.dealer if hand.fixed_dealer else command.seat
        assert dealer is not None
        event = Shown(command.seat, way, cards, trump.suit, dealer)
        return lambda: iter((event,))

    def _close_draw(self, hand: Hand) -> Refusal | Callable[[], Iterator[Event]]:
        if hand.cards_to_draw:
            return Refusal("draw-not-over", {"left": hand.cards_to_draw})

        def events() -> Iterator[Event]:
            kitty = hand.kitty
            assert kitty is not None, "only the table knows the kitty"
            # Z21 does not say who deals when nobody declares in the first hand; then it is whoever
            # drew first, as in all later hands the Dealer does.
            dealer = hand.dealer if hand.dealer is not None else hand.first
            if hand.shown:
                yield TrumpMade(hand.trump_so_far.suit, dealer)
            else:
                turned = turn_up(kitty, hand.rank)
                yield TrumpMade(turned_suit(turned, hand.rank), dealer, turned)
            yield KittyTaken(dealer, kitty)

        return events

    def _bury(self, hand: Hand, command: Bury) -> Refusal | Callable[[], Iterator[Event]]:
        if command.seat != hand.turn:
            return Refusal("not-dealer", {"dealer": hand.turn if hand.turn is not None else -1})
        if len(command.cards) != self.rules.kitty_size:
            return Refusal(
                "bury-count", {"size": self.rules.kitty_size, "given": len(command.cards)}
            )
        missing = Counter(command.cards) - Counter(hand.hands[command.seat])
        if missing:
            return Refusal("not-held", {"cards": write_cards(missing.elements())})
        cards = tuple(hand.space.sort(command.cards))
        return lambda: iter((KittyBuried(command.seat, cards),))

    def _play(self, hand: Hand, command: Play) -> Refusal | Callable[[], Iterator[Event]]:
        seat, cards = command.seat, tuple(hand.space.sort(command.cards))
        if seat != hand.turn:
            return Refusal("not-your-turn", {"turn": hand.turn if hand.turn is not None else -1})
        if not cards:
            return Refusal("no-cards")
        missing = Counter(cards) - Counter(hand.hands[seat])
        if missing:
            return Refusal("not-held", {"cards": write_cards(missing.elements())})
        if hand.trick is not None:
            refusal = refuse_follow(hand.trick.lead, hand.hands[seat], cards)
            return refusal or (lambda: iter((Played(seat, cards),)))
        reading = self._reading(hand, command)
        if isinstance(reading, Refusal):
            return reading
        return lambda: self._lead(hand, seat, reading)

    def _reading(self, hand: Hand, command: Play) -> Reading | Refusal:
        """How a lead is read, or why it is no lead."""
        space = hand.space
        if len({space.suit(card) for card in command.cards}) > 1:
            return Refusal("mixed-suits")
        if command.reading is None:
            return default_reading(space, command.cards)
        if self.rules.throw_reading == "longest":
            return Refusal("reading-not-named")
        ways = readings(space, command.cards)
        if not 0 <= command.reading < len(ways):
            return Refusal("no-reading", {"reading": command.reading, "count": len(ways)})
        return ways[command.reading]

    def _lead(self, hand: Hand, seat: int, reading: Reading) -> Iterator[Event]:
        """A lead that is of one suit; a throw may fail (Z21 §3.7.5)."""
        players = self.rules.players
        others = [hand.hands[(seat + i) % players] for i in range(1, players)]
        throw = judge_lead(hand.space, reading, others)
        if throw.challenger is not None:
            thrown = tuple(card for unit in reading for card in unit.cards)
            yield ThrowFailed(
                seat,
                tuple(hand.space.sort(thrown)),
                (seat + 1 + throw.challenger) % players,
                penalty(self.rules, throw),
            )
        units = tuple(unit.cards for unit in throw.led)
        yield Played(seat, tuple(hand.space.sort(chain.from_iterable(units))), units)

    def _consequences(self) -> Iterator[Event]:
        """What follows by itself: the end of a trick, of the hand, of the match."""
        hand = self.hand
        assert hand is not None
        trick = hand.trick
        if trick is None or len(trick.plays) < self.rules.players:
            return
        yield take_trick(hand)
        if not any(hand.sizes):
            ended, winners = end_hand(hand, self.levels, hand.kitty)
            yield ended
            if winners:
                yield MatchEnded(winners)

    # Events

    def apply(self, event: Event) -> None:
        """Change the state by one event. Events come in the order in which they happened."""
        if isinstance(event, HandStarted):
            self.hand = Hand(self.rules, event, self.seen_by, all_seen=self.all_seen)
            self.hands = event.hand
            return
        if isinstance(event, MatchEnded):
            self.winners = event.winners
            return
        assert self.hand is not None, "an event within a hand before the first hand"
        self.hand.apply(event)
        if isinstance(event, HandEnded):
            self.levels = list(event.levels_after)
            self.dealer = event.next_dealer


def refuse_follow(lead: Lead, held: Sequence[Card], cards: Sequence[Card]) -> Refusal | None:
    """Why cards from a hand do not follow a lead, or `None` when they do."""
    fault = lead.fault(held, cards)
    if fault is None:
        return None
    if fault == "not-held":
        missing = Counter(cards) - Counter(held)
        return Refusal(fault, {"cards": write_cards(missing.elements())})
    owed = lead.owed(held)
    return Refusal(
        fault,
        {
            "size": owed.size,
            "given": len(cards),
            "of_suit": owed.of_suit,
            "suit": suit_letter(lead.space, owed.suit),
            "owed": rung_params(owed),
        },
    )


def turn_up(kitty: tuple[Card, ...], rank: Rank) -> tuple[Card, ...]:
    """The cards of the kitty that are turned up when nobody has declared (Z21 §3.5.5).

    They are those up to the first card of the trump rank, else all.
    """
    for number, card in enumerate(kitty, 1):
        if card.rank is rank:
            return kitty[:number]
    return kitty


def turned_suit(turned: tuple[Card, ...], rank: Rank) -> Suit | None:
    """The suit that the cards turned up make trump (Z21 §3.5.5).

    The suit of the card of the trump rank; without one, of the highest card from Ace to 2, the
    first among equals; Jokers do not count. A kitty of nothing but Jokers makes no trump suit.
    """
    if turned and turned[-1].rank is rank:
        return turned[-1].suit
    best: Card | None = None
    for card in turned:
        if card.rank is not None and (
            best is None or best.rank is None or card.rank.order > best.rank.order
        ):
            best = card
    return None if best is None else best.suit
