"""Answering a question: what the rules say, through the functions that the game itself asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from shengji.cards import Card, Rank, points_of, write_cards
from shengji.game.bidding import Showing, bids, judge_bid
from shengji.game.levels import settle
from shengji.game.match import refuse_follow
from shengji.game.refusals import Refusal, unit_words
from shengji.play.follows import Lead
from shengji.play.scoring import kitty_factor
from shengji.play.space import Space
from shengji.play.throws import Throw, judge_lead, penalty
from shengji.play.tricks import deciding_unit, winner
from shengji.play.units import MOST_READINGS, Unit, readings
from shengji.rules import Rules
from shengji.terminal.judging.answers import (
    Answer,
    BidsAnswer,
    FollowAnswer,
    FollowsAnswer,
    KittyAnswer,
    LeadAnswer,
    OrderAnswer,
    ResultAnswer,
    Shape,
    TrickAnswer,
    UnitFound,
    UnitsAnswer,
)
from shengji.terminal.judging.questions import (
    Bids,
    CardList,
    Follow,
    Follows,
    Kitty,
    LeadQuestion,
    LevelsBySide,
    Order,
    Question,
    ReadingGiven,
    Result,
    TrickQuestion,
    Units,
)
from shengji.terminal.judging.reading import (
    JudgeError,
    check_copies,
    check_one_suit,
    read_list,
    read_lists,
    read_reading,
    read_rules,
    read_space,
)

MOST_FOLLOWS = 200_000
"""Plays are counted up to this number."""


def answer(question: Question) -> Answer:
    """Answer a question.

    Raises:
        JudgeError: when it cannot be answered.
    """
    rules = read_rules(question.rules)
    match question:
        case Order():
            return _order(rules, question)
        case Units():
            return _units(rules, question)
        case LeadQuestion():
            return _lead(rules, question)
        case Follow():
            return _follow(rules, question)
        case Follows():
            return _follows(rules, question)
        case TrickQuestion():
            return _trick(rules, question)
        case Kitty():
            return _kitty(rules, question)
        case Result():
            return _result(rules, question)
        case Bids():
            return _bids(rules, question)


# Cards


def _order(rules: Rules, question: Order) -> OrderAnswer:
    space = read_space(rules, question.trump)
    cards = read_list(question.cards, "cards")
    check_copies(rules, ("cards", cards))
    suits = []
    for of_suit in space.by_suit(cards).values():
        columns: dict[int, list[Card]] = {}
        for card in of_suit:
            columns.setdefault(space.column(card), []).append(card)
        suits.append(list(columns.values()))
    return OrderAnswer(suits)


def _units(rules: Rules, question: Units) -> UnitsAnswer:
    space = read_space(rules, question.trump)
    cards = read_list(question.cards, "cards")
    check_copies(rules, ("cards", cards))
    check_one_suit(space, cards, "cards")
    ways = readings(space, cards, most=MOST_READINGS + 1)
    found = [[_found(unit) for unit in way] for way in ways[:MOST_READINGS]]
    return UnitsAnswer(found, more=len(ways) > MOST_READINGS)


def _found(unit: Unit) -> UnitFound:
    return UnitFound(unit.width, unit.length, unit.cards)


# Leads and follows


def _lead(rules: Rules, question: LeadQuestion) -> LeadAnswer:
    space = read_space(rules, question.trump)
    cards = read_list(question.cards, "cards")
    others = read_lists(question.others, "others")
    if len(others) >= rules.players:
        message = f"others: {len(others)} hands, but only {rules.players} play"
        raise JudgeError("too-many-hands", message, "others")
    hands = [(f"others[{number}]", hand) for number, hand in enumerate(others)]
    check_copies(rules, ("cards", cards), *hands)
    if not cards:
        raise JudgeError("no-cards", "cards: at least one card is needed", "cards")
    if len({space.suit(card) for card in cards}) > 1:
        refusal = Refusal("mixed-suits")
        return LeadAnswer(False, (), (), None, 0, refusal.code, refusal.sentence())
    reading = read_reading(rules, space, cards, question.reading)
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


def _why_failed(throw: Throw) -> str:
    led, *_ = throw.led
    others = [unit for unit in throw.beaten if unit != led]
    more = f"; so can {' and '.join(map(_named, others))}" if others else ""
    return (
        f"The throw fails: {_named(led)} can be beaten by others[{throw.challenger}] and must be "
        f"led{more}."
    )


def _named(unit: Unit) -> str:
    return f"{unit_words(unit.width, unit.length, 1)} ({write_cards(unit.cards)})"


def _read_lead(
    rules: Rules, question: Follow | Follows, space: Space, hand: Sequence[Card]
) -> Lead:
    cards = read_list(question.lead, "lead")
    check_one_suit(space, cards, "lead")
    check_copies(rules, ("lead", cards), ("hand", hand))
    if len(hand) < len(cards):
        message = f"hand: {len(hand)} cards, but {len(cards)} were led; all hands are of one size"
        raise JudgeError("hand-too-short", message, "hand")
    return Lead(space, read_reading(rules, space, cards, question.reading))


def _follow(rules: Rules, question: Follow) -> FollowAnswer:
    space = read_space(rules, question.trump)
    hand = read_list(question.hand, "hand")
    lead = _read_lead(rules, question, space, hand)
    play = read_list(question.play, "play")
    missing = Counter(play) - Counter(hand)
    if missing:
        message = f"play: {write_cards(missing.elements())} is not in the hand"
        raise JudgeError("not-held", message, "play")
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
    )


def _follows(rules: Rules, question: Follows) -> FollowsAnswer:
    space = read_space(rules, question.trump)
    hand = read_list(question.hand, "hand")
    lead = _read_lead(rules, question, space, hand)
    limit = min(question.limit, MOST_FOLLOWS)
    plays = list(islice(lead.follows(hand), limit))
    count = len(plays) if len(plays) < limit else lead.count(hand, MOST_FOLLOWS + 1)
    return FollowsAnswer(min(count, MOST_FOLLOWS), plays, more=count > MOST_FOLLOWS)


# Tricks and the kitty


def _read_plays(rules: Rules, given: Sequence[CardList], field: str) -> list[list[Card]]:
    """The plays of a trick."""
    plays = read_lists(given, field)
    if not 0 < len(plays) <= rules.players:
        message = f"{field}: {len(plays)} plays, but {rules.players} play"
        raise JudgeError("count", message, field)
    for number, play in enumerate(plays):
        if len(play) != len(plays[0]):
            message = f"{field}[{number}]: {len(play)} cards, but {len(plays[0])} were led"
            raise JudgeError("count", message, f"{field}[{number}]")
    return plays


def _read_trick(
    rules: Rules, space: Space, given: Sequence[CardList], reading: ReadingGiven | None
) -> tuple[list[list[Card]], Lead]:
    plays = _read_plays(rules, given, "plays")
    check_copies(rules, *((f"plays[{i}]", play) for i, play in enumerate(plays)))
    check_one_suit(space, plays[0], "plays[0]")
    return plays, Lead(space, read_reading(rules, space, plays[0], reading))


def _trick(rules: Rules, question: TrickQuestion) -> TrickAnswer:
    space = read_space(rules, question.trump)
    plays, lead = _read_trick(rules, space, question.plays, question.reading)
    return TrickAnswer(
        winner=winner(space, lead.reading, plays),
        points=points_of(chain.from_iterable(plays)),
        unit=_found(deciding_unit(lead.reading)),
    )


def _kitty(rules: Rules, question: Kitty) -> KittyAnswer:
    space = read_space(rules, question.trump)
    plays, lead = _read_trick(rules, space, question.plays, question.reading)
    kitty = read_list(question.kitty, "kitty")
    lists = [(f"plays[{i}]", play) for i, play in enumerate(plays)]
    check_copies(rules, *lists, ("kitty", kitty))
    if isinstance(question.winner, int) and not 0 <= question.winner < len(plays):
        raise JudgeError("bad-value", f"winner: there is no play {question.winner}", "winner")
    if question.winner == "declarers":
        return KittyAnswer(0, 0)
    factor = kitty_factor(rules, deciding_unit(lead.reading))
    return KittyAnswer(factor, factor * points_of(kitty))


# Results


def _result(rules: Rules, question: Result) -> ResultAnswer:
    dealer = question.dealer
    _check_seat(rules, dealer, "dealer")
    team = rules.players // 2
    if question.team_sizes not in (None, [team, team]):
        message = f"team_sizes: the teams are fixed and have {team} players each"
        raise JudgeError("bad-value", message, "team_sizes")
    if question.last_trick is not None:
        plays = _read_plays(rules, question.last_trick, "last_trick")
        check_copies(rules, *((f"last_trick[{i}]", play) for i, play in enumerate(plays)))
    levels = _levels(rules, question)
    trump = question.trump
    if trump is not None and trump.rank is not levels[dealer]:
        message = (
            f"trump.rank: the Declarers are at {levels[dealer].value}, which is the trump rank"
        )
        raise JudgeError("bad-value", message, "trump.rank")
    end = settle(rules, levels, dealer, question.points)
    after: LevelsBySide | list[Rank]
    if isinstance(question.levels, list):
        after = list(end.levels_after[: len(question.levels)])
    else:
        right = (dealer + 1) % rules.players
        after = LevelsBySide(end.levels_after[dealer], end.levels_after[right])
    return ResultAnswer(end.winner, end.levels, end.next_dealer, after, bool(end.winners))


def _levels(rules: Rules, question: Result) -> list[Rank]:
    """The level of each seat before the hand."""
    given, seats = question.levels, range(rules.players)
    if given is None:
        level = rules.first_level if question.trump is None else question.trump.rank
        levels = [level for _ in seats]
    elif isinstance(given, LevelsBySide):
        team = rules.team_of(question.dealer)
        levels = [given.declarers if rules.team_of(s) == team else given.opponents for s in seats]
    elif len(given) == 2:
        levels = [given[rules.team_of(seat)] for seat in seats]
    elif len(given) == rules.players:
        levels = given
        if any(levels[seat] is not levels[rules.team_of(seat)] for seat in seats):
            raise JudgeError("bad-value", "levels: teammates share a level", "levels")
    else:
        message = f"levels: one for each of 2 teams or {rules.players} seats, not {len(given)}"
        raise JudgeError("count", message, "levels")
    for level in levels:
        if level.order > rules.last_level.order:
            message = f"levels: {level.value} is above the last level, {rules.last_level.value}"
            raise JudgeError("bad-value", message, "levels")
    return levels


def _check_seat(rules: Rules, seat: int, field: str) -> None:
    if not 0 <= seat < rules.players:
        message = f"{field}: there is no seat {seat}; {rules.players} play, from seat 0"
        raise JudgeError("no-seat", message, field)


# Bids


def _bids(rules: Rules, question: Bids) -> BidsAnswer:
    rank = question.rank
    if question.trump is not None:
        if rank is not None and rank is not question.trump.rank:
            raise JudgeError("bad-value", "rank and trump.rank differ", "rank")
        rank = question.trump.rank
    if rank is None:
        raise JudgeError("missing-field", "the field 'rank' is missing", "rank")
    if question.phase == "land":
        message = "phase: under these rules there is no bidding for land"
        raise JudgeError("not-played", message, "phase")
    _check_seat(rules, question.seat, "seat")
    hand = read_list(question.hand, "hand")
    check_copies(rules, ("hand", hand))
    shown = _read_shown(rules, rank, question, hand)
    return BidsAnswer(bids(shown, rank, question.seat, hand))


def _read_shown(rules: Rules, rank: Rank, question: Bids, hand: list[Card]) -> list[Showing]:
    """The declarations so far; each must have been possible, and a reinforced one stands once."""
    shown: list[Showing] = []
    held: dict[int, Counter[Card]] = {question.seat: Counter(hand)}
    for number, given in enumerate(question.shown):
        field = f"shown[{number}]"
        _check_seat(rules, given.seat, f"{field}.seat")
        cards = tuple(read_list(given.cards, f"{field}.cards"))
        check_copies(rules, (f"{field}.cards", cards))
        if given.seat == question.seat:
            having = hand
        else:
            held[given.seat] = held.get(given.seat, Counter()) | Counter(cards)
            having = list(held[given.seat].elements())
        judged = judge_bid(shown, rank, given.seat, having, cards)
        if isinstance(judged, str):
            last = write_cards(shown[-1].cards) if shown else ""
            params = {"cards": write_cards(cards), "rank": rank.value, "shown": last}
            sentence = Refusal(judged, dict(params)).sentence()
            raise JudgeError(judged, f"{field}: seat {given.seat}: {sentence}", field)
        way, cards = judged
        if way == "reinforce":
            shown.pop()
        shown.append(Showing(given.seat, cards))
    check_copies(rules, *((f"shown by seat {s}", list(c.elements())) for s, c in held.items()))
    return shown
