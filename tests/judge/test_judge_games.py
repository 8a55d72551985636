"""The judge answers as the game does: whole hands under any rules, asked about event by event."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from shengji.bots import RandomBot, Table
from shengji.cards import write_cards
from shengji.game import (
    Event,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    LandBid,
    LandPassed,
    Match,
    Phase,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    land_bids,
    may_redeal,
)
from shengji.judge import judge_line
from shengji.rules import Rules, describe_rules, random_rules
from tests.seeds import trials


class Asked:
    """Follows a match and asks the judge about every event before it happens."""

    def __init__(self, rules: Rules) -> None:
        self.match = Match(rules)
        self.given = describe_rules(rules)
        self.shown: list[dict[str, Any]] = []
        self.land: list[dict[str, Any]] = []
        self.questions = 0

    def ask(self, question: str, **fields: Any) -> Any:
        line = json.dumps({"ask": question, "rules": self.given, **fields})
        answer = json.loads(judge_line(line))
        assert answer.get("error", {}).get("code") != "fault", (line, answer)
        self.questions += 1
        return answer

    def in_play(self, question: str, now: Hand, **fields: Any) -> Any:
        done = [card for trick in now.tricks for play in trick.plays for card in play]
        return self.ask(question, trump=self.trump(now), played=write_cards(done), **fields)

    @staticmethod
    def trump(hand: Hand) -> dict[str, Any]:
        made = hand.trump_so_far
        return {"rank": made.rank.value, "suit": made.suit.value if made.suit else None}

    def hear(self, event: Event) -> None:
        hand = self.match.hand
        if isinstance(event, HandStarted):
            self.shown, self.land = [], []
        elif hand is not None:
            self.before(hand, event)
        self.match.apply(event)

    def before(self, hand: Hand, event: Event) -> None:
        match event:
            case Shown():
                self.before_shown(hand, event)
            case LandPassed() | LandBid():
                self.before_land(hand, event)
            case FriendsCalled():
                calls = [{"card": c.card.value, "ordinal": c.ordinal} for c in event.calls]
                assert self.ask("calls", trump=self.trump(hand), calls=calls)["legal"]
            case ThrowFailed():
                self.before_throw(hand, event)
            case Played() if hand.trick is not None:
                self.before_follow(hand, event)
            case TrickTaken():
                assert hand.trick is not None
                plays = [write_cards(play) for play in hand.trick.plays]
                reading = [write_cards(unit.cards) for unit in hand.trick.lead.reading]
                answer = self.in_play("trick", hand, plays=plays, reading=reading)
                if "error" not in answer:
                    winner = (hand.trick.leader + answer["winner"]) % hand.players
                    assert (winner, answer["points"]) == (event.seat, event.points)
            case HandEnded():
                self.before_end(hand, event)
            case _:
                pass
        if hand.phase is Phase.REDEAL and hand.turn is not None:
            held = hand.hands[hand.turn]
            answer = self.ask("redeal", trump=self.trump(hand), hand=write_cards(held),
                              redeals=hand.redeals)  # fmt: skip
            assert answer["allowed"] == may_redeal(hand, held)

    def before_shown(self, hand: Hand, event: Shown) -> None:
        held = write_cards(hand.hands[event.seat])
        ranks = (
            {"rank": hand.ranks[0].value}
            if hand.started.rank is not None
            else {"ranks": [rank.value for rank in hand.ranks]}
        )
        drawn = hand.drawn - hand.shown[-1].drawn if hand.shown else 0
        answer = self.ask("bids", hand=held, seat=event.seat, shown=self.shown, drawn=drawn,
                          over=not hand.cards_to_draw, **ranks)  # fmt: skip
        options = hand.bidding.options(event.seat, hand.hands[event.seat])
        assert answer["bids"] == [[card.value for card in bid] for bid in options]
        self.shown.append({"seat": event.seat, "cards": write_cards(event.cards)})

    def before_land(self, hand: Hand, event: LandPassed | LandBid) -> None:
        held = hand.hands[event.seat]
        answer = self.ask("bids", phase="land", hand=write_cards(held), seat=event.seat,
                          rank=hand.rank.value, shown=[] if self.land else self.shown,
                          land=self.land, dealer=hand.dealer)  # fmt: skip
        if hand.started.rank is not None:
            options = land_bids(hand.rank, hand.last_bid, held)
            assert answer["bids"] == [[card.value for card in bid] for bid in options]
        if isinstance(event, LandBid):
            self.land.append({"seat": event.seat, "cards": write_cards(event.cards)})

    def before_throw(self, hand: Hand, event: ThrowFailed) -> None:
        others = [hand.hands[(event.seat + i) % hand.players] for i in range(1, hand.players)]
        answer = self.in_play("lead", hand, cards=write_cards(event.thrown),
                              others=[write_cards(held) for held in others])  # fmt: skip
        assert not answer["legal"]

    def before_follow(self, hand: Hand, event: Played) -> None:
        assert hand.trick is not None
        fields = {
            "lead": write_cards(hand.trick.lead.cards),
            "reading": [write_cards(unit.cards) for unit in hand.trick.lead.reading],
            "hand": write_cards(hand.hands[event.seat]),
            "play": write_cards(event.cards),
            "challenger": event.seat == hand.trick.challenger,
        }
        answer = self.in_play("follow", hand, **fields)
        # A unit that is led after a failed throw may be less than what its cards make.
        assert "error" in answer or answer["legal"]

    def before_end(self, hand: Hand, event: HandEnded) -> None:
        rules, last = hand.rules, hand.last_trick
        assert last is not None
        fields: dict[str, Any] = {}
        if rules.after_last_level == "wrap":
            fields["laps"] = [at.lap for at in self.match.standings]
        if rules.must_play and not rules.must_play_win:
            fields["tried"] = [s for s, at in enumerate(self.match.standings) if at.tried]
        if rules.red_five_penalty == "levels" and rules.red_fives != "none":
            fields["captured"] = [{"owner": o, "taker": t} for o, t in hand.captures]
        answer = self.ask(
            "result",
            points=event.points,
            dealer=event.dealer,
            declarers=list(event.declarers),
            levels=[level.value for level in self.match.levels],
            trump=self.trump(hand),
            last_trick=[write_cards(play) for play in last.plays],
            leader=last.leader,
            **fields,
        )
        assert answer["winner"] == event.winner
        assert answer["levels"] == event.levels
        assert answer["next_dealer"] == event.next_dealer
        assert answer["levels_after"] == [level.value for level in event.levels_after]
        assert answer.get("hooked", []) == list(event.hooked)
        assert answer.get("fined", []) == list(event.fined)
        assert answer.get("missing", 0) == event.missing
        assert answer.get("laps_after", []) in ([], list(event.laps_after))


@pytest.mark.parametrize("seed", trials(20))
def test_whole_hands_under_any_rules(seed: int) -> None:
    rules = random_rules(Random(seed))
    asked = Asked(rules)
    bots = {seat: RandomBot(rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), on_event=asked.hear)
    for _ in range(2):
        if table.match.winners is None:
            table.play_hand()
    assert asked.questions > 10
