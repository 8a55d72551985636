"""Questions about the course of a hand: turns, joining friends and points so far."""

from __future__ import annotations

from collections import Counter

from shengji.cards import points_of
from shengji.game import Call, Played, Trick
from shengji.game.decisions import refuse_burial
from shengji.game.endings import joining_friends, take_trick
from shengji.game.friends import answered
from shengji.game.hand import Hand
from shengji.game.land import land_turns
from shengji.game.shuffle import first_counted
from shengji.judge.answers import (
    JoinsAnswer,
    LegalAnswer,
    PointsAnswer,
    SeatAnswer,
    SeatsAnswer,
)
from shengji.judge.inputs import (
    JudgeError,
    check_copies,
    check_one_suit,
    check_seat,
    hand_of,
    read_lead,
    read_list,
    read_lists,
)
from shengji.judge.questions import (
    BuryQuestion,
    CallGiven,
    First,
    Joins,
    LandTurns,
    Points,
    TrickGiven,
)
from shengji.play.follows import Lead
from shengji.play.tricks import winner
from shengji.rules import Rules


def answer_first(rules: Rules, question: First) -> SeatAnswer:
    """Answer: the first drawer of a match's first hand (Z21 §3.5.3, Z16 §7.1)."""
    if rules.first_drawer == "random":
        raise JudgeError.not_played("ask", "chance alone says who draws first")
    check_seat(rules, question.shuffler, "shuffler")
    turned = read_list(question.turned, "turned")
    check_copies(rules, *(("turned", [card]) for card in turned[:1]))
    seat = first_counted(rules, turned, question.shuffler)
    if seat is None:
        message = "the last card must count, and none before it: Jokers do not"
        raise JudgeError.bad_value("turned", message)
    return SeatAnswer(seat)


def answer_land(rules: Rules, question: LandTurns) -> SeatsAnswer:
    """Answer: the seats asked to bid for the land (Z21 §6.2, Z16 §8.3)."""
    if not rules.land:
        raise JudgeError.not_played("ask", "there is no bidding for land")
    check_seat(rules, question.buried_by, "buried_by")
    if question.declarer is not None:
        check_seat(rules, question.declarer, "declarer")
    return SeatsAnswer(land_turns(rules, question.buried_by, question.declarer, question.bids))


def answer_joins(rules: Rules, question: Joins) -> JoinsAnswer:
    """Answer: whether a player joins the Declarers by a play (Z21 §6.5)."""
    calls = _calls(rules, question.calls)
    check_seat(rules, question.seat, "seat")
    for number, seat in enumerate(question.declarers):
        check_seat(rules, seat, f"declarers[{number}]")
    played = read_list(question.played, "played")
    cards = read_list(question.cards, "cards")
    check_copies(rules, ("played", played), ("cards", cards))
    found = list(answered(calls, Counter(played), cards))
    return JoinsAnswer(found, bool(found) and question.seat not in question.declarers)


def answer_bury(rules: Rules, question: BuryQuestion) -> LegalAnswer:
    """Answer: whether cards may be buried (Z21 §3.5.6): any held, as many as the kitty had."""
    hand = read_list(question.hand, "hand")
    cards = read_list(question.cards, "cards")
    check_copies(rules, ("hand", hand))
    refusal = refuse_burial(rules, hand, cards)
    if refusal is None:
        return LegalAnswer(True, None, None)
    return LegalAnswer(False, refusal.code, refusal.sentence())


def answer_points(rules: Rules, question: Points) -> PointsAnswer:
    """Answer: the points so far (Z21 §3.7.4, §6.5): tricks, joining friends, penalties."""
    if not question.declarers:
        raise JudgeError.missing("declarers", "the Dealer at least")
    for number, seat in enumerate(question.declarers):
        check_seat(rules, seat, f"declarers[{number}]")
    calls = _calls(rules, question.calls) if question.calls else []
    hand = hand_of(rules, question.trump)
    hand.calls, hand.answers = tuple(calls), [None] * len(calls)
    hand.dealer = question.declarers[0]
    if rules.teams == "fixed" and any(not hand.is_declarer(seat) for seat in question.declarers):
        raise JudgeError.bad_value("declarers", "these seats are not of one team")
    hand.joined = question.declarers[1:]
    for number, paid in enumerate(question.penalties):
        check_seat(rules, paid.seat, f"penalties[{number}].seat")
        hand.paid[paid.seat] += paid.points
    winners = [
        _play_trick(rules, hand, trick, f"tricks[{number}]")
        for number, trick in enumerate(question.tricks)
    ]
    return PointsAnswer(winners, list(hand.taken), list(hand.declarers), hand.opponents_points)


def _play_trick(rules: Rules, hand: Hand, given: TrickGiven, field: str) -> int:
    """Play a trick and return its winner; friends join by their plays."""
    check_seat(rules, given.leader, f"{field}.leader")
    plays = read_lists(given.plays, f"{field}.plays")
    if len(plays) != rules.players:
        message = f"{len(plays)} plays, but {rules.players} play"
        raise JudgeError.at("count", f"{field}.plays", message)
    if len({len(play) for play in plays}) > 1:
        raise JudgeError.at("count", f"{field}.plays", "all plays have as many cards as the lead")
    check_one_suit(hand.space, plays[0], f"{field}.plays[0]")
    reading = read_lead(rules, hand.space, plays[0], given.reading, f"{field}.plays[0]")
    hand.trick = trick = Trick(given.leader, Lead(hand.space, reading), [])
    for turn, play in enumerate(plays):
        seat = (given.leader + turn) % rules.players
        trick.plays.append(tuple(play))
        trick.points += points_of(play)
        hand.played.update(play)
        for event in joining_friends(hand, Played(seat, tuple(play))):
            hand.apply(event)
    check_copies(rules, (f"{field}.plays", list(hand.played.elements())))
    taker = (given.leader + winner(hand.space, reading, plays)) % rules.players
    hand.apply(take_trick(hand, taker))
    return taker


def _calls(rules: Rules, given: list[CallGiven]) -> list[Call]:
    if rules.teams != "friends":
        raise JudgeError.not_played("calls", "teams are fixed, and no friends are called")
    return [
        Call(read_list([call.card], f"calls[{number}].card")[0], call.ordinal)
        for number, call in enumerate(given)
    ]
