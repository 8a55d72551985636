"""Questions about cards, leads, follows, tricks and the kitty."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from msgspec import UNSET

from shengji.cards import Card, lacking, points_of, write_cards
from shengji.game import Refusal, Trick
from shengji.game.decisions import refuse_follow, refuse_throw
from shengji.game.endings import take_trick
from shengji.game.refusals import unit_words
from shengji.judge.answers import (
    FollowAnswer,
    FollowsAnswer,
    KittyAnswer,
    LeadAnswer,
    OrderAnswer,
    Shape,
    TrickAnswer,
    UnitFound,
    UnitsAnswer,
)
from shengji.judge.inputs import (
    JudgeError,
    NamedCards,
    check_copies,
    check_one_suit,
    hand_of,
    read_lead,
    read_list,
    read_lists,
    read_played,
    read_reading,
    space_for,
)
from shengji.judge.questions import (
    CardList,
    Follow,
    Follows,
    Kitty,
    LeadQuestion,
    Order,
    TrickQuestion,
    Units,
)
from shengji.play.follows import Lead
from shengji.play.readings import find_readings
from shengji.play.score import halves_kitty, kitty_bonus, kitty_factor
from shengji.play.throws import Throw, judge_lead, penalty
from shengji.play.tricks import deciding_unit, winner
from shengji.play.units import Unit
from shengji.rules import Rules

MOST_FOLLOWS = 200_000
"""Maximum number of follows to count."""


# Cards


def answer_order(rules: Rules, question: Order) -> OrderAnswer:
    """Answer: the order of cards."""
    space = space_for(rules, question.trump)
    cards = read_list(question.cards, "cards")
    check_copies(rules, ("cards", cards))
    suits = []
    for of_suit in space.by_suit(cards).values():
        columns: dict[int, list[Card]] = {}
        for card in of_suit:
            columns.setdefault(space.column(card), []).append(card)
        suits.append(list(columns.values()))
    return OrderAnswer(suits)


def answer_units(rules: Rules, question: Units) -> UnitsAnswer:
    """Answer: the readings of cards of one suit as units."""
    space, played = read_played(rules, question.trump, question.played)
    cards = read_list(question.cards, "cards")
    check_copies(rules, played, ("cards", cards))
    check_one_suit(space, cards, "cards")
    found = find_readings(space, cards, read_lists(question.having, "having"))
    return UnitsAnswer([[_unit_found(unit) for unit in way] for way in found.listed], found.more)


def _unit_found(unit: Unit) -> UnitFound:
    return UnitFound(unit.width, unit.length, unit.cards)


# Leads and follows


def answer_lead(rules: Rules, question: LeadQuestion) -> LeadAnswer:
    """Answer: the outcome of a lead."""
    space, played = read_played(rules, question.trump, question.played)
    cards = read_list(question.cards, "cards")
    others = read_lists(question.others, "others")
    if len(others) >= rules.players:
        message = f"{len(others)} hands, but only {rules.players} play"
        raise JudgeError.at("too-many-hands", "others", message)
    hands = [(f"others[{number}]", hand) for number, hand in enumerate(others)]
    check_copies(rules, played, ("cards", cards), *hands)
    if not cards:
        raise JudgeError.at("no-cards", "cards", "at least one card is needed")
    if len({space.suit(card) for card in cards}) > 1:
        return _no_lead(Refusal("mixed-suits"))
    reading = read_reading(rules, space, cards, question.reading)
    refusal = refuse_throw(rules, reading)
    if refusal is not None:
        return _no_lead(refusal)
    throw = judge_lead(space, reading, others)
    failed = throw.challenger is not None
    return LeadAnswer(
        legal=not failed,
        led=tuple(space.sort(card for unit in throw.led for card in unit.cards)),
        taken_back=throw.taken_back,
        challenger=throw.challenger,
        penalty=penalty(rules, throw),
        code="throw-failed" if failed else None,
        reason=_why_failed(throw) if failed else None,
    )


def _no_lead(refusal: Refusal) -> LeadAnswer:
    return LeadAnswer(False, (), (), None, 0, refusal.code, refusal.sentence())


def _why_failed(throw: Throw) -> str:
    led, *_ = throw.led
    others = [unit for unit in throw.beaten if unit != led]
    more = f"; so can {' and '.join(map(_unit_name, others))}" if others else ""
    return (
        f"The throw fails: {_unit_name(led)} can be beaten by others[{throw.challenger}] and must "
        f"be led{more}."
    )


def _unit_name(unit: Unit) -> str:
    return f"{unit_words(unit.width, unit.length, 1)} ({write_cards(unit.cards)})"


def _read_lead(rules: Rules, question: Follow | Follows) -> tuple[Lead, list[Card]]:
    """The lead of a question, with the duties of the player in question, and the player's hand."""
    space, played = read_played(rules, question.trump, question.played)
    hand, cards = read_list(question.hand, "hand"), read_list(question.lead, "lead")
    check_one_suit(space, cards, "lead")
    check_copies(rules, played, ("lead", cards), ("hand", hand))
    if len(hand) < len(cards):
        message = f"{len(hand)} cards, but {len(cards)} were led; all hands are of one size"
        raise JudgeError.at("hand-too-short", "hand", message)
    lead = Lead(space, read_lead(rules, space, cards, question.reading, "lead"))
    if not question.challenger:
        return lead, hand
    if rules.failed_throw != "must-beat":
        raise JudgeError.not_played("challenger", "nobody has to beat what remains of a throw")
    if len(lead.reading) > 1:
        raise JudgeError.bad_value("challenger", "only one unit is led when a throw has failed")
    return lead.for_challenger(), hand


def answer_follow(rules: Rules, question: Follow) -> FollowAnswer:
    """Answer: whether a play is a legal follow."""
    lead, hand = _read_lead(rules, question)
    play = read_list(question.play, "play")
    missing = lacking(play, hand)
    if missing:
        message = f"{write_cards(missing)} is not in the hand"
        raise JudgeError.at("not-held", "play", message)
    refusal = refuse_follow(lead, hand, play)
    owed = lead.owed(hand)
    shapes = [Shape(w, n) for w, n, times in owed.rung for _ in range(times)]
    singles = owed.of_suit - sum(shape.width * shape.length for shape in shapes)
    return FollowAnswer(
        legal=refusal is None,
        code=None if refusal is None else refusal.code,
        reason=None if refusal is None else refusal.sentence(),
        owed=shapes + [Shape(1, 1)] * singles,
        owed_of_suit=owed.of_suit,
        beat=owed.beat or UNSET,
    )


def answer_follows(rules: Rules, question: Follows) -> FollowsAnswer:
    """Answer: the legal follows."""
    lead, hand = _read_lead(rules, question)
    limit = min(question.limit, MOST_FOLLOWS)
    plays = list(islice(lead.follows(hand), limit))
    count = len(plays) if len(plays) < limit else lead.count(hand, MOST_FOLLOWS + 1)
    return FollowsAnswer(min(count, MOST_FOLLOWS), plays, more=count > MOST_FOLLOWS)


# Tricks and the kitty


def read_plays(
    rules: Rules,
    given: Sequence[CardList],
    field: str,
    played: NamedCards = ("played", ()),
    *more: NamedCards,
) -> list[list[Card]]:
    """Parse and check the plays of a trick, from the leader on.

    Copies are counted together with the cards in `played` and `more`.

    Raises:
        JudgeError: there are no plays or too many, they are empty or of different sizes, or there
            are more copies of a card than decks.
    """
    plays = read_lists(given, field)
    if not 0 < len(plays) <= rules.players:
        raise JudgeError.at("count", field, f"{len(plays)} plays, but {rules.players} play")
    for number, play in enumerate(plays):
        if len(play) != len(plays[0]):
            message = f"{len(play)} cards, but {len(plays[0])} were led"
            raise JudgeError.at("count", f"{field}[{number}]", message)
    lists = [(f"{field}[{number}]", play) for number, play in enumerate(plays)]
    check_copies(rules, played, *lists, *more)
    if not plays[0]:
        raise JudgeError.at("no-cards", f"{field}[0]", "at least one card is needed")
    return plays


def _read_trick(
    rules: Rules, question: TrickQuestion | Kitty, *more: NamedCards
) -> tuple[list[list[Card]], Lead]:
    """The plays of a trick, and its lead; `more` are other cards of the question."""
    space, played = read_played(rules, question.trump, question.played)
    plays = read_plays(rules, question.plays, "plays", played, *more)
    check_one_suit(space, plays[0], "plays[0]")
    return plays, Lead(space, read_lead(rules, space, plays[0], question.reading, "plays[0]"))


def answer_trick(rules: Rules, question: TrickQuestion) -> TrickAnswer:
    """Answer: the winner of a trick."""
    plays, lead = _read_trick(rules, question)
    hand = hand_of(rules, question.trump)
    points = points_of(chain.from_iterable(plays))
    # The leader sits in seat 0 here, so that a seat is the index of a play.
    hand.trick = Trick(0, lead, [tuple(play) for play in plays], points=points)
    taken = take_trick(hand, winner(lead.space, lead.reading, plays))
    return TrickAnswer(
        winner=taken.seat,
        points=taken.points,
        unit=_unit_found(deciding_unit(lead.reading)),
        red_fives=UNSET if rules.red_fives == "none" else list(taken.red_fives),
    )


def answer_kitty(rules: Rules, question: Kitty) -> KittyAnswer:
    """Answer: the points for the kitty."""
    kitty = read_list(question.kitty, "kitty")
    plays, lead = _read_trick(rules, question, ("kitty", kitty))
    if isinstance(question.winner, int) and not 0 <= question.winner < len(plays):
        raise JudgeError.bad_value("winner", f"there is no play {question.winner}")
    if question.winner == "declarers":
        return KittyAnswer(0, 0)
    factor = kitty_factor(rules, lead.reading)
    won = question.winner
    best = won if isinstance(won, int) else winner(lead.space, lead.reading, plays)
    halved = halves_kitty(rules, lead.space, plays[best])
    return KittyAnswer(factor, kitty_bonus(points_of(kitty), factor, halved=halved), halved)
