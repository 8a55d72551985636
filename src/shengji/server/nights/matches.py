"""Matches of a night's tables, in the form of the ledger and the history."""

from __future__ import annotations

from collections.abc import Iterator

from shengji.nights import Night, rated_as
from shengji.nights.entries import HandEntry
from shengji.nights.results import match_name, rated_at, results_of_night
from shengji.nights.scorekeeping import SettledHand
from shengji.nights.standings import counting_hands, match_winners
from shengji.nights.state import Game
from shengji.ratings import Counted, Result
from shengji.server.matches.match_lines import hand_line, match_line
from shengji.server.matches.night_rows import NightMatch
from shengji.server.matches.schemas import HandLine, MatchPlayer
from shengji.server.ratings.night_results import NIGHT_TABLES


def night_matches(night: Night, counted: Counted) -> list[NightMatch]:
    """The matches of a night to be rated, by table.

    Args:
        night: the night.
        counted: unit of the results.
    """
    of_match: dict[str, list[Result]] = {}
    for result in results_of_night(night, counted=counted):
        of_match.setdefault(result.match, []).append(result)
    found = []
    for one in night.rounds:
        for game in one.games.values():
            results, stopped = of_match.get(match_name(night, game)), rated_at(game)
            if results and stopped is not None:
                held = tuple(_holders(night, game))
                winners = winners_of(game)
                line = match_line(
                    game.played,
                    begun=game.hands[0].at if game.hands else one.drawn,
                    ended=game.ended or stopped,
                    ending="won" if winners else "agreed",
                    winners=winners,
                    hands=len(game.hands),
                    rated=True,
                    open=game.cards != "online",
                    seats=tuple(holder for holder, _ in held),
                )
                found.append(
                    NightMatch(
                        number=game.round * NIGHT_TABLES + game.table,
                        line=line,
                        rules=game.played,
                        counted=counted,
                        results=tuple(results),
                        names=tuple(name for _, name in held),
                    )
                )
    return found


def _holders(night: Night, game: Game) -> Iterator[tuple[MatchPlayer, str]]:
    """The successive holders of each seat of a table, with their names in its results.

    Guests have the ids that the night has given them.
    """
    counted = {hand.number for hand in counting_hands(game)}
    for seat in range(len(game.seats)):
        for first, person, hands in _held(game, seat):
            known = night.people[person]
            holder = MatchPlayer(
                seat=seat,
                first=first,
                person=known.account or person,
                name=known.name,
                bot=None,
                hands=sum(number in counted for number in hands),
            )
            yield holder, rated_as(night, person)


def _held(game: Game, seat: int) -> Iterator[tuple[int, str, list[int]]]:
    """Each holder of a seat: first hand (0 for the first holder), id, and numbers of all hands."""
    person, first, hands = "", 0, list[int]()
    for hand in game.hands:
        if hand.seats[seat] != person:
            if person:
                yield first, person, hands
            person, first, hands = hand.seats[seat], hand.number if person else 0, []
        hands.append(hand.number)
    yield first, person or game.seats[seat], hands


def winners_of(game: Game) -> tuple[int, ...]:
    """The seats that have won the match of a table."""
    winners = match_winners(game)
    return tuple(seat for seat, person in enumerate(game.seats) if person in winners)


def hand_lines(night: Night, game: Game) -> tuple[HandLine, ...]:
    """The hands of a table that count, in their standing versions.

    Args:
        night: the night.
        game: the table.
    """
    return tuple(_hand_line(night, game, hand) for hand in counting_hands(game))


def _hand_line(night: Night, game: Game, hand: SettledHand) -> HandLine:
    entry = game.hands[hand.number - 1].entry
    written = entry if isinstance(entry, HandEntry) else HandEntry()
    failed = [throw.person for throw in written.throws]
    return hand_line(
        hand,
        hand=hand.number,
        kitty_by=hand.dealer,
        kitty_points=written.kitty or 0,  # 0 if not recorded
        kitty_factor=hand.bonus // written.kitty if written.kitty else 0,
        persons=[night.people[person].account for person in hand.seats],
        throws=[0] * len(hand.seats),
        failed=[failed.count(person) for person in hand.seats],
    )
