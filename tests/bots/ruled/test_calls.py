"""A Declarer leaves a call to whoever joins by it (Z21 §6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from shengji.bots import Table, make_bot
from shengji.cards import Card
from shengji.game import Hand, Phase, Play
from shengji.rules import Rules, rules_from


def answers_open_to(hand: Hand, seat: int) -> set[Card]:
    """The cards by which a seat would answer a call that somebody else may answer too."""
    return {
        call.card
        for call in hand.open_calls
        if call.ordinal == hand.played[call.card] + 1
        and call.card in hand.hands[seat]
        and any(call.card in cards for at, cards in enumerate(hand.hands) if at != seat)
    }


def plays(rules: Rules, hands: int) -> Iterator[tuple[Hand, Play]]:
    """Every play of some hands of the rule player, with all cards before it."""
    for seed in range(hands):
        bots = {seat: make_bot("medium", rules, seat, seat) for seat in range(rules.players)}
        table = Table(rules, bots, Random(seed))
        while (hand := table.match.hand) is None or hand.phase is not Phase.ENDED:
            command = table.next_command()
            assert command is not None
            if isinstance(command, Play) and hand is not None:
                yield hand, command
            table.carry_out(command)


@pytest.mark.parametrize("players", [6, 8])
def test_a_declarer_does_not_answer_a_call_itself(players: int) -> None:
    could = 0
    for hand, play in plays(rules_from({"preset": "finding-friends", "players": players}), 12):
        if not hand.is_declarer(play.seat):
            continue
        answers = answers_open_to(hand, play.seat)
        if not answers:
            continue
        if hand.trick is None:
            able = bool(set(hand.hands[play.seat]) - answers)
        else:
            lead = hand.trick.lead_for(play.seat)
            rest = [card for card in hand.hands[play.seat] if card not in answers]
            able = lead.size == 1 and any(
                lead.fault(hand.hands[play.seat], [card]) is None for card in rest
            )
        could += able
        assert not able or not answers & set(play.cards)
    assert could > 4


def test_who_has_not_joined_may_answer() -> None:
    joined = 0
    for hand, play in plays(rules_from("finding-friends"), 6):
        if not hand.is_declarer(play.seat):
            joined += bool(answers_open_to(hand, play.seat) & set(play.cards))
    assert joined
