"""Questions about declarations, bids for the land, re-deals and calls."""

from __future__ import annotations

from collections import Counter

import msgspec

from shengji.cards import Card, Rank, points_of, write_cards
from shengji.game import (
    Bidding,
    Call,
    DealtAgain,
    Hand,
    HandStarted,
    Refusal,
    Showing,
    callable_cards,
    land_bids,
    may_redeal,
)
from shengji.game.draw_end import close_draw, dealer_after
from shengji.game.friends import judge_calls
from shengji.game.land import judge_land, land_turns
from shengji.judge.answers import BidsAnswer, CallsAnswer, MadeAnswer, RedealAnswer
from shengji.judge.inputs import JudgeError, check_copies, check_seat, hand_of, read_list, space_for
from shengji.judge.questions import Bids, Calls, Made, Redeal, ShownGiven
from shengji.rules import Rules


def answer_bids(rules: Rules, question: Bids) -> BidsAnswer:
    """Answer: the declarations that a seat may make now, in the draw or for the land."""
    check_seat(rules, question.seat, "seat")
    _check_fields(rules, question)
    ranks = _ranks(rules, question)
    rank = _land_rank(question, ranks) if question.phase == "land" else ranks[question.seat]
    hand = read_list(question.hand, "hand")
    check_copies(rules, ("hand", hand))
    shown = _Shown(rules, ranks, rank, question.seat, hand, over=question.phase == "land")
    for number, given in enumerate(question.shown):
        shown.add(given, f"shown[{number}]")
    for number, given in enumerate(question.land):
        shown.add_land(given, f"land[{number}]")
    shown.check_copies()
    if question.phase == "land":
        return BidsAnswer(_land_bids(rules, rank, question, shown, hand))
    bidding = Bidding(rules, ranks, tuple(shown.draw), question.drawn, over=question.over)
    return BidsAnswer(bidding.options(question.seat, hand))


def _check_fields(rules: Rules, question: Bids) -> None:
    """Check that no field is given that is meaningless in the phase."""
    if question.phase == "land":
        if not rules.land:
            raise JudgeError.not_played("phase", "there is no bidding for land")
        if question.drawn:
            raise JudgeError.bad_value("drawn", "the draw is over when land is bid for")
    else:
        for field in ("land", "dealer"):
            if getattr(question, field) not in ([], None):
                raise JudgeError.bad_value(field, "only in the phase land does this say something")
    if question.dealer is not None:
        check_seat(rules, question.dealer, "dealer")


def _ranks(rules: Rules, question: Bids | Made) -> tuple[Rank, ...]:
    """The rank that each seat bids in the draw."""
    rank = _one_rank(question)
    if question.ranks is None:
        if rank is None:
            raise JudgeError.missing("rank")
        return (rank,) * rules.players
    if rank is not None and (isinstance(question, Made) or question.phase == "draw"):
        raise JudgeError.bad_value("rank", "with ranks everyone bids their own in the draw")
    if len(question.ranks) != rules.players:
        message = f"one for each of {rules.players} seats, not {len(question.ranks)}"
        raise JudgeError.at("count", "ranks", message)
    return tuple(question.ranks)


def _one_rank(question: Bids | Made) -> Rank | None:
    """The trump rank, which the question may give in two fields."""
    if isinstance(question, Made):
        return question.rank
    rank, trump = question.rank, question.trump
    if rank is not None and trump is not None and rank is not trump.rank:
        raise JudgeError("bad-value", "rank and trump.rank differ", "rank")
    return trump.rank if trump is not None else rank


def _land_rank(question: Bids, ranks: tuple[Rank, ...]) -> Rank:
    rank = _one_rank(question)
    if rank is None and question.dealer is not None:
        rank = ranks[question.dealer]
    if rank is None and len(set(ranks)) > 1:
        raise JudgeError.missing("rank", "it is the Dealer's when the land is bid for")
    return ranks[0] if rank is None else rank


class _Shown(msgspec.Struct):
    """The declarations before a question; each must have been legal in its turn.

    Attributes:
        over: whether the draw is over. The seat may then have buried cards that it has shown, and
            bids for the land may be among the declarations.
        draw: the declarations of the draw; a reinforced one is listed once.
        held: the cards that each seat is known to have held.
    """

    rules: Rules
    ranks: tuple[Rank, ...]
    rank: Rank
    seat: int
    hand: list[Card]
    over: bool
    draw: list[Showing] = []
    land: list[Showing] = []
    held: dict[int, Counter[Card]] = {}

    def __post_init__(self) -> None:
        self.held[self.seat] = Counter(self.hand)

    @property
    def last(self) -> tuple[Card, ...]:
        """The cards of the last declaration or bid."""
        lying = self.land or self.draw
        return lying[-1].cards if lying else ()

    def add(self, given: ShownGiven, field: str) -> None:
        """Add a declaration of the draw, or after the draw a bid for the land.

        Raises:
            JudgeError: the declaration is illegal.
        """
        cards, having = self._read(given, field)
        judged = Bidding(self.rules, self.ranks, tuple(self.draw)).judge(given.seat, having, cards)
        if isinstance(judged, str) or self.land:
            if self.over and self._judge_land(having, cards) is None:
                self.land.append(Showing(given.seat, cards))
                return
            code = judged if isinstance(judged, str) else "land-too-low"
            raise self._refused(code, given.seat, cards, field)
        way, cards = judged
        if way == "reinforce":
            way = self.draw.pop().way
        self.draw.append(Showing(given.seat, cards, way))

    def add_land(self, given: ShownGiven, field: str) -> None:
        """Add a bid for the land.

        Raises:
            JudgeError: the bid is illegal.
        """
        cards, having = self._read(given, field)
        fault = self._judge_land(having, cards)
        if fault is not None:
            raise self._refused(fault, given.seat, cards, field)
        self.land.append(Showing(given.seat, cards))

    def _judge_land(self, having: list[Card], cards: tuple[Card, ...]) -> str | None:
        return judge_land(self.rank, self.last, having, cards)

    def _read(self, given: ShownGiven, field: str) -> tuple[tuple[Card, ...], list[Card]]:
        """The cards of a declaration, and all that its player is known to have held."""
        check_seat(self.rules, given.seat, f"{field}.seat")
        cards = tuple(read_list(given.cards, f"{field}.cards"))
        check_copies(self.rules, (f"{field}.cards", cards))
        if given.seat == self.seat and not self.over:
            return cards, self.hand
        held = self.held.get(given.seat, Counter()) | Counter(cards)
        self.held[given.seat] = held
        return cards, list(held.elements())

    def _refused(self, code: str, seat: int, cards: tuple[Card, ...], field: str) -> JudgeError:
        refusal = Refusal(
            code,
            {
                "cards": write_cards(cards),
                "rank": self.ranks[seat].value,
                "shown": write_cards(self.last),
                "least": self.rules.least_shown,
            },
        )
        return JudgeError.at(code, field, f"seat {seat}: {refusal.sentence()}")

    def check_copies(self) -> None:
        """Check that all shown cards can exist at the same time.

        Raises:
            JudgeError: there are more copies of a card than decks.
        """
        if not self.land:
            lists = [(f"shown by seat {s}", list(c.elements())) for s, c in self.held.items()]
            check_copies(self.rules, *lists)


def _land_bids(
    rules: Rules, rank: Rank, question: Bids, shown: _Shown, hand: list[Card]
) -> list[tuple[Card, ...]]:
    """The bids of a seat for the land; empty when it is not its turn."""
    seat = question.seat
    if shown.land:
        buried_by = shown.land[-1].seat
    elif question.dealer is not None:
        buried_by = question.dealer
    else:
        # The seat that buried is unknown; it was not the seat in question.
        buried_by = (seat + 1) % rules.players
    declarer = shown.draw[-1].seat if shown.draw else None
    if seat not in land_turns(rules, buried_by, declarer, len(shown.land)):
        return []
    return land_bids(rank, shown.last, hand)


def answer_made(rules: Rules, question: Made) -> MadeAnswer:
    """Answer: the trump and Dealer after a draw (Z21 §3.5.5, §6.5; Z16 §7.2; W23)."""
    ranks = _ranks(rules, question)
    first = question.dealer if question.first is None else question.first
    for field, seat in (("dealer", question.dealer), ("first", first)):
        if seat is not None:
            check_seat(rules, seat, field)
    open_ranks = len(set(ranks)) > 1
    started = HandStarted(
        question.number, None if open_ranks else ranks[0], question.dealer, first or 0, (), ""
    )
    hand = Hand(rules, started, ranks, None, all_seen=True)
    shown = _Shown(rules, ranks, ranks[0], rules.players, [], over=False, land=[], held={})
    for number, given in enumerate(question.shown):
        shown.add(given, f"shown[{number}]")
        last = shown.draw[-1]
        hand.dealer = dealer_after(hand, last.seat, last.cards)
    shown.check_copies()
    hand.shown = shown.draw
    if question.kitty is not None:
        kitty = read_list(question.kitty, "kitty")
        if len(kitty) != rules.kitty_size:
            message = f"{len(kitty)} cards, but the kitty has {rules.kitty_size}"
            raise JudgeError.at("count", "kitty", message)
        check_copies(rules, ("kitty", kitty))
        hand.kitty = tuple(kitty)
    elif not hand.shown:
        raise JudgeError.missing("kitty", "nobody has declared")
    else:
        hand.kitty = ()
    made = close_draw(hand)
    if isinstance(made, DealtAgain):
        return MadeAnswer(None, None, made.dealer, made.turned, made.reason)
    return MadeAnswer(made.rank or hand.rank, made.suit, made.dealer, made.turned, None)


def answer_redeal(rules: Rules, question: Redeal) -> RedealAnswer:
    """Answer: whether a re-deal may be claimed with a hand."""
    if not rules.redeal_no_trumps and rules.redeal_points is None:
        raise JudgeError.not_played("ask", "nobody may claim a re-deal")
    cards = read_list(question.hand, "hand")
    check_copies(rules, ("hand", cards))
    hand = hand_of(rules, question.trump)
    hand.redeals = question.redeals
    if not hand.can_redeal:
        limit = rules.redeal_limit
        number = "one re-deal is" if limit == 1 else f"{limit} re-deals are"
        return RedealAnswer(False, f"Only {number} allowed for a hand.")
    if may_redeal(hand, cards):
        return RedealAnswer(True, None)
    refusal = Refusal("no-redeal", {"given": points_of(cards), "limit": rules.redeal_points or 0})
    return RedealAnswer(False, refusal.sentence())


def answer_calls(rules: Rules, question: Calls) -> CallsAnswer:
    """Answer: the cards that may be called, and whether given calls are legal."""
    if rules.teams != "friends":
        raise JudgeError.not_played("ask", "teams are fixed, and no friends are called")
    space = space_for(rules, question.trump)
    able = callable_cards(space)
    if question.calls is None:
        return CallsAnswer(rules.calls, able, None, None, None)
    calls = [
        Call(read_list([call.card], f"calls[{number}].card")[0], call.ordinal)
        for number, call in enumerate(question.calls)
    ]
    fault = judge_calls(rules, space, calls)
    if fault is None:
        return CallsAnswer(rules.calls, able, True, None, None)
    refusal = Refusal(fault, {"size": rules.calls, "given": len(calls), "decks": rules.deck_count})
    return CallsAnswer(rules.calls, able, False, fault, refusal.sentence())
