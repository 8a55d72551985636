"""The question about the result of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from shengji.cards import Rank, Suit
from shengji.game import Hand, Standing, Trick
from shengji.game.endings import end_hand
from shengji.judge.answers import ResultAnswer
from shengji.judge.inputs import JudgeError, check_one_suit, check_seat, hand_of, read_lead
from shengji.judge.plays import read_plays
from shengji.judge.questions import LapsBySide, LevelsBySide, Result, TrumpGiven
from shengji.play.follows import Lead
from shengji.play.tricks import winner
from shengji.play.units import default_reading
from shengji.rules import Rules

T = TypeVar("T")


class _Teams(NamedTuple):
    """The Declarers' team.

    Attributes:
        declarers: their seats; where only their number is known, the Dealer and the next seats to
            the right.
        known: whether the seats are known.
    """

    declarers: tuple[int, ...]
    known: bool


def answer_result(rules: Rules, question: Result) -> ResultAnswer:
    """Answer: the changes by a hand."""
    check_seat(rules, question.dealer, "dealer")
    teams = _teams(rules, question)
    levels = _levels(rules, question, teams)
    laps = _laps(rules, question, teams)
    tried = _tried(rules, question)
    standings = [
        Standing(level, lap, tried=seat in tried)
        for seat, (level, lap) in enumerate(zip(levels, laps, strict=True))
    ]
    hand = _played_hand(rules, question, teams, levels)
    ended = end_hand(hand, standings, None)
    wraps = bool(ended.laps_after)
    levels_after = _after(rules, question, ended.levels_after, teams)
    laps_after = _after(rules, question, ended.laps_after, teams) if wraps else []
    return ResultAnswer(
        winner=ended.winner,
        levels=ended.levels,
        next_dealer=ended.next_dealer if teams.known else None,
        levels_after=levels_after
        if isinstance(levels_after, list)
        else LevelsBySide(*levels_after),
        match_won=bool(ended.winners),
        dealer_after=_of_dealer(question, ended.levels_after, teams),
        winners=ended.winners if teams.known and rules.teams == "friends" else (),
        laps_after=laps_after if isinstance(laps_after, list) else LapsBySide(*laps_after),
        dealer_laps_after=_of_dealer(question, ended.laps_after, teams) if wraps else None,
        missing=ended.missing,
        hooked=ended.hooked if teams.known else (),
        fined=ended.fined,
    )


# Teams


def _teams(rules: Rules, question: Result) -> _Teams:
    """The Declarers of the hand."""
    dealer, sizes, seats = question.dealer, question.team_sizes, question.declarers
    if rules.teams == "fixed":
        team = rules.players // 2
        if sizes not in (None, [team, team]):
            message = f"the teams are fixed and have {team} players each"
            raise JudgeError.bad_value("team_sizes", message)
        own = [s for s in range(rules.players) if rules.team_of(s) == rules.team_of(dealer)]
        if seats is not None and sorted(seats) != own:
            message = f"the teams are fixed; the Dealer's has seats {', '.join(map(str, own))}"
            raise JudgeError.bad_value("declarers", message)
        return _Teams(tuple(own), known=True)
    full = rules.declarer_count
    if sizes is not None:
        players = rules.players
        if not (len(sizes) == 2 and sum(sizes) == players and 1 <= sizes[0] <= full):
            message = f"1 to {full} Declarers and the other Opponents, {players} players together"
            raise JudgeError.bad_value("team_sizes", message)
    if seats is not None:
        return _named_team(rules, question, seats)
    number = full if sizes is None else sizes[0]
    stand_ins = [(dealer + turn) % rules.players for turn in range(number)]
    return _Teams(tuple(sorted(stand_ins)), known=number == 1)


def _named_team(rules: Rules, question: Result, seats: list[int]) -> _Teams:
    for number, seat in enumerate(seats):
        check_seat(rules, seat, f"declarers[{number}]")
    if question.dealer not in seats or len(set(seats)) < len(seats):
        message = f"the Dealer, seat {question.dealer}, and friends, each once"
        raise JudgeError.bad_value("declarers", message)
    if len(seats) > rules.declarer_count:
        message = f"there are at most {rules.declarer_count} under these rules"
        raise JudgeError.bad_value("declarers", message)
    if question.team_sizes is not None and question.team_sizes[0] != len(seats):
        message = "it has another number of Declarers than declarers"
        raise JudgeError.bad_value("team_sizes", message)
    return _Teams(tuple(sorted(seats)), known=True)


# Standings


def _levels(rules: Rules, question: Result, teams: _Teams) -> list[Rank]:
    """The level of each seat before the hand."""
    given, trump = question.levels, question.trump
    seats = range(rules.players)
    if given is None:
        levels = [rules.first_level if trump is None else trump.rank for _ in seats]
    elif isinstance(given, LevelsBySide):
        levels = [given.declarers if s in teams.declarers else given.opponents for s in seats]
    else:
        levels = _for_each(rules, given, "levels", teams)
    for level in levels:
        if level.order > rules.last_level.order:
            message = f"{level.value} is above the last level, {rules.last_level.value}"
            raise JudgeError.bad_value("levels", message)
    if trump is not None and trump.rank is not levels[question.dealer]:
        level = levels[question.dealer].value
        who = "the Declarers are" if rules.teams == "fixed" else "the Dealer is"
        raise JudgeError.bad_value("trump.rank", f"{who} at {level}, which is the trump rank")
    return levels


def _laps(rules: Rules, question: Result, teams: _Teams) -> list[int]:
    if question.laps is None:
        return [0] * rules.players
    if rules.after_last_level != "wrap":
        raise JudgeError.not_played("laps", "the last level is passed once")
    given = question.laps
    if isinstance(given, LapsBySide):
        seats = range(rules.players)
        laps = [given.declarers if s in teams.declarers else given.opponents for s in seats]
    else:
        laps = _for_each(rules, given, "laps", teams)
    if max(laps) >= rules.laps:
        raise JudgeError.bad_value("laps", f"the match is won with {rules.laps}")
    return laps


def _for_each(rules: Rules, given: list[T], field: str, teams: _Teams) -> list[T]:
    """Values by seat, given by seat or, with fixed teams, by team."""
    seats = range(rules.players)
    if rules.teams == "friends":
        if len(given) != rules.players:
            message = f"one for each of {rules.players} seats, not {len(given)}"
            raise JudgeError.at("count", field, message)
        if not teams.known:
            raise JudgeError.missing("declarers", "who was on the Dealer's side")
        return given
    if len(given) == 2:
        return [given[rules.team_of(seat)] for seat in seats]
    if len(given) != rules.players:
        message = f"one for each of 2 teams or {rules.players} seats, not {len(given)}"
        raise JudgeError.at("count", field, message)
    if any(given[seat] != given[rules.team_of(seat)] for seat in seats):
        shared = "a level" if field == "levels" else "a lap"
        raise JudgeError.bad_value(field, f"teammates share {shared}")
    return given


def _tried(rules: Rules, question: Result) -> set[int]:
    """The seats that have played their level before; with fixed teams the whole team counts."""
    if question.tried and rules.must_play_win:
        raise JudgeError.not_played("tried", "it does not matter whether a level has been tried")
    for number, seat in enumerate(question.tried):
        check_seat(rules, seat, f"tried[{number}]")
    if rules.teams == "friends":
        return set(question.tried)
    teams = {rules.team_of(seat) for seat in question.tried}
    return {seat for seat in range(rules.players) if rules.team_of(seat) in teams}


# The hand


def _played_hand(rules: Rules, question: Result, teams: _Teams, levels: list[Rank]) -> Hand:
    """A hand after its last trick, with the facts that determine its result."""
    rank = levels[question.dealer]
    hand = hand_of(rules, question.trump or TrumpGiven(rank, Suit.SPADES))
    hand.levels = tuple(levels)
    hand.dealer = hand.buried_by = question.dealer
    hand.joined = [seat for seat in teams.declarers if seat != question.dealer]
    # All points at once: a penalty of the Declarers counts for the Opponents.
    hand.paid[question.dealer] = question.points
    hand.tricks = [_last_trick(rules, question, hand)]
    hand.captures = _captures(rules, question, teams)
    return hand


def _last_trick(rules: Rules, question: Result, hand: Hand) -> Trick:
    """The last trick; without a given one, a trick that does not hook."""
    if question.last_trick is None:
        for field in ("leader", "reading"):
            if getattr(question, field) is not None:
                raise JudgeError.bad_value(field, "it says something only of a last_trick")
        plain = next(c for c in rules.deck if not c.is_joker and c.rank is not hand.rank)
        return _trick(hand, question.dealer, Lead(hand.space, default_reading(hand.space, [plain])))
    plays = read_plays(rules, question.last_trick, "last_trick")
    if question.leader is not None:
        check_seat(rules, question.leader, "leader")
    hooks = hand.rank.value in rules.hooks
    if hooks and len(plays) < rules.players:
        raise JudgeError.at("count", "last_trick", f"{len(plays)} plays, but {rules.players} play")
    for field in ("trump", "leader"):
        if hooks and getattr(question, field) is None:
            raise JudgeError.missing(field, "the last trick may hook the Declarers")
    if not hooks and (question.trump is None or question.reading is None):
        # The trump is unknown and does not matter: no card can hook.
        lead = Lead(hand.space, default_reading(hand.space, plays[0][:1]))
        return _trick(hand, question.dealer, lead)
    check_one_suit(hand.space, plays[0], "last_trick[0]")
    reading = read_lead(rules, hand.space, plays[0], question.reading, "last_trick[0]")
    lead = Lead(hand.space, reading)
    leader = question.dealer if question.leader is None else question.leader
    trick = Trick(leader, lead, [tuple(play) for play in plays])
    trick.winner = (leader + winner(hand.space, lead.reading, plays)) % rules.players
    return trick


def _trick(hand: Hand, seat: int, lead: Lead) -> Trick:
    """A trick that its leader has won."""
    return Trick(seat, lead, [lead.cards], winner=seat)


def _captures(rules: Rules, question: Result, teams: _Teams) -> list[tuple[int, int]]:
    """The captured red fives that can cost levels."""
    if not question.captured:
        return []
    if rules.red_fives == "none" or rules.red_five_penalty != "levels":
        raise JudgeError.not_played("captured", "no level is lost with a red five")
    for number, given in enumerate(question.captured):
        check_seat(rules, given.owner, f"captured[{number}].owner")
        check_seat(rules, given.taker, f"captured[{number}].taker")
        if given.owner == given.taker:
            raise JudgeError.bad_value(f"captured[{number}]", "nobody captures their own card")
    if not teams.known:
        raise JudgeError.missing("declarers", "who was on the Dealer's side")
    return [(given.owner, given.taker) for given in question.captured]


# Levels after the hand


def _after(
    rules: Rules, question: Result, after: Sequence[T], teams: _Teams
) -> tuple[T, T] | list[T]:
    """The values of the seats after the hand, in the form of the question's `levels`.

    The result is a pair for the Declarers and the Opponents, or a list. The Declarers' value is
    that of the Dealer's friends, if there are any (see `_of_dealer`).
    """
    if isinstance(question.levels, list):
        return list(after[: len(question.levels)])
    if rules.teams == "friends" and teams.known:
        return list(after)
    opponent = next(seat for seat in range(rules.players) if seat not in teams.declarers)
    others = [seat for seat in teams.declarers if seat != question.dealer]
    return after[others[0] if others else question.dealer], after[opponent]


def _of_dealer(question: Result, after: Sequence[T], teams: _Teams) -> T | None:
    """The Dealer's own value, if only the sides' values are returned and it differs."""
    others = [seat for seat in teams.declarers if seat != question.dealer]
    if teams.known or not others:
        return None
    own = after[question.dealer]
    return None if own == after[others[0]] else own
