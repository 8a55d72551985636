"""Positions as lines of text: written, read, played on, and refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import shengji
from shengji.bots import Table, make_bot
from shengji.game import CloseDraw, Draw, HandEnded, Match, Phase
from shengji.game.view import view
from shengji.rules import Rules, describe_rules, random_rules, rules_from
from tests.seeds import trials


def written(rules: Rules) -> Rules:
    """The rules as a line has them, without what has no effect but on the order of a hand."""
    return rules_from(describe_rules(rules), stored=True)


def moments(seed: int) -> Iterator[tuple[Match, Match, int]]:
    """The table's match and a seat's own one, at random moments of some hands; and the seat."""
    chance = Random(seed)
    rules = written(random_rules(chance))
    seat = chance.randrange(rules.players)
    own = Match.seen(rules, seat)
    bots = {at: make_bot("random", rules, at, seed + at) for at in range(rules.players)}
    table = Table(rules, bots, chance, lambda event: own.apply(view(event, seat)))
    ended = False
    while not ended:
        ended = any(isinstance(event, HandEnded) for event in table.step() or ())
        if chance.random() < 0.03 or ended:
            yield table.match, own, seat


def some_legal(match: Match, seat: int) -> list[shengji.Command]:
    return list(islice(match.legal(seat), 200))


@pytest.mark.parametrize("seed", trials(100))
def test_a_line_has_all_that_a_viewer_knows_and_no_more(seed: int) -> None:
    """Lines of table and seat agree, and their matches have the same legal commands and deals."""
    for match, own, seat in moments(seed):
        line, whole = match.position(seat), match.position()
        assert own.position() == line and len(whole) < 8192
        for made, of in [(Match.from_position(whole), match), (Match.from_position(line), own)]:
            assert made.position() == of.position()
            assert some_legal(made, seat) == some_legal(of, seat)
            hand = of.hand
            if hand is not None and not hand.is_over:
                assert made.hand is not None
                if hand.phase is Phase.PLAY:
                    assert (made.hand.position.voids == hand.position.voids).all()
                assert str(made).splitlines()[0] == str(of).splitlines()[0]
                pairs = zip(
                    shengji.deals(made, 2, seat=seat),
                    shengji.deals(of, 2, seat=seat),
                    strict=True,
                )
                for one, other in pairs:
                    assert one.hand is not None and other.hand is not None
                    assert one.hand.hands == other.hand.hands
                    assert one.hand.kitty == other.hand.kitty


def next_commands(match: Match, chance: Random) -> Iterator[shengji.Command]:
    """Commands that play a hand on to its end, at random."""
    hand = match.hand
    assert hand is not None
    while not hand.is_over:
        able = [seat for seat in range(hand.players) if shengji.due_of(hand, seat)]
        seat = chance.choice(able) if able else hand.turn
        if hand.phase is Phase.DRAW and (seat not in able or chance.random() < 0.8):
            yield Draw() if hand.cards_to_draw else CloseDraw()
        else:
            assert seat is not None
            yield chance.choice(list(islice(match.legal(seat), 50)))


@pytest.mark.parametrize("seed", trials(60))
def test_a_hand_plays_on_from_a_line_as_it_would_have(seed: int) -> None:
    """The same commands give the same events, to the end of the hand."""
    chance = Random(seed)
    rules = written(random_rules(chance))
    match = Match(rules)
    match.do(shengji.shuffled(rules, chance))
    moment = chance.randrange(200)
    made = Match.from_position(match.position())
    for number, command in enumerate(next_commands(match, chance)):
        if number == moment:
            made = Match.from_position(match.position())
        assert made.do(command) == match.do(command)
    assert made.position() == match.position() and made.levels == match.levels


LINE = (
    "rules=tractor seat=0 phase=play turn=1 dealer=0 dealing=fixed first=0 levels=2,2,2,2 trump=H "
    "hands={}/25/25/25 kitty={} trick=0:3S,3S:-"
)
KITTY = "3C,3C,4C,4C,5C,5C,6C,6C"
HAND = "AS,KS,QS,JS,10S,9S,8S,7S,6S,5S,4S,AC,KC,QC,JC,10C,9C,8C,7C,2D,3D,4D,5D"
GOOD = LINE.format(HAND, KITTY)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "rules= is missing; write it as in rules=tractor"),
        (GOOD.replace("tractor", "tracter"), "did you mean tractor"),
        (GOOD.replace("phase=play ", ""), "phase= is missing"),
        (GOOD + " fen=1", "'fen=1' is no word of a position: write key=value, of rules, seat"),
        (GOOD + " turn=1", "write turn=... once"),
        (GOOD.replace("turn=1", "turn=4"), "there is no seat 4: the seats are 0 to 3"),
        (GOOD.replace("turn=1", "turn=2"), "turn: expected seat 1, by the trick"),
        (GOOD.replace("turn=1", "turn=١"), "turn=١: .*not a number"),
        (GOOD.replace("AS,", "XS,"), "'XS' .number 1. is not a card"),
        (GOOD.replace("AS,", ""), "hands: expected 23/25/25/25 cards in this phase"),
        (GOOD.replace("AS,", "3S,"), "hands: expected at most 2 of each card"),
        (GOOD.replace("3S,3S", "3S,4S"), "trick: expected units of one suit"),
        (
            GOOD.replace("/25/", f"/{HAND},2C,2S/", 1),
            "hands: expected the cards of the viewer alone",
        ),
        (GOOD.replace(KITTY, "-"), "kitty: expected 8 cards, since the viewer knows them"),
        (GOOD.replace("seat=0", "seat=1"), "hands: expected"),
        (GOOD.replace("trump=H", "trump=X"), "trump=X: Invalid enum value 'X'; write it as in tr"),
        (GOOD.replace("levels=2,", "levels="), "levels: expected one for each of 4 seats"),
        (GOOD + " taken=0,105,100,0", "taken: expected at most 200 points"),
        (GOOD + " tricks=1", "tricks: expected at most 0, the cards that each seat has played"),
        (GOOD + " lacks=-/S7/-/-", "lacks=-/S7/-/-: .*write it as in lacks="),
        (GOOD + " known=-/AS,AS/-/-", "known: expected cards that the seats can hold"),
        ("rules=tractor " + "x" * 9000, "at most 8192 characters"),
    ],
)
def test_a_wrong_line_says_what_is_right(line: str, expected: str) -> None:
    assert Match.from_position(GOOD).hand is not None
    with pytest.raises(shengji.PositionError, match=expected):
        Match.from_position(line)


@pytest.mark.parametrize("seed", trials(100))
def test_whatever_a_stranger_writes_is_refused_or_can_be_used(seed: int) -> None:
    """Words of real lines are mixed, cut and changed."""
    chance = Random(seed)
    lines = [made.position(seat) for made, _, seat in islice(moments(seed), 12)]
    lines += [made.position() for made, _, _ in islice(moments(seed + 1), 12)]
    for _ in range(60):
        words = chance.choice(lines).split()
        for _ in range(chance.randrange(1, 4)):
            at, other = chance.randrange(len(words)), chance.choice(chance.choice(lines).split())
            same = [word for word in words if word.split("=")[0] == other.split("=")[0]]
            if same:
                at = words.index(same[0])
            changed = words[at]
            where = chance.randrange(len(changed))
            words[at] = chance.choice(
                [
                    other,
                    changed[:where] + changed[where + 1 :],
                    changed[:where] + chance.choice("0123-/:,ASH") + changed[where:],
                ]
            )
        try:
            match = Match.from_position(" ".join(words))
        except shengji.PositionError:
            continue
        assert Match.from_position(match.position()).position() == match.position()
        assert str(match) and match.svg()
        hand = match.hand
        if hand is not None:
            for seat in range(hand.players):
                if hand.knows(seat):
                    some_legal(match, seat)
                    assert len(list(shengji.deals(match, 1, seat=seat))) == 1
