"""Refusals: their codes, both sentences of each, and that a refused command has changed nothing."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import Card, full_deck
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    ClaimRest,
    CloseDraw,
    Command,
    Draw,
    EndMatch,
    Match,
    Phase,
    Play,
    Refusal,
    Show,
    StartHand,
)
from shengji.game.decisions import PHASES
from shengji.game.refusals import CODES, rung_words, suit_words, unit_words
from shengji.rules import Rules
from shengji.words import LANGUAGES, texts
from tests.game.kit import Game, calls, cards, position, random_command, snapshot, steady

CHINESE = re.compile(r"[\u4e00-\u9fff]")


def examples() -> dict[str, tuple[Game, Command]]:
    """A refused command for each code."""
    deck = tuple(full_deck(2))
    fresh = Game(Match(Rules()))
    drawing = Game.of(Rules(), {0: "2H 2D 2D", 1: "2C"})
    drawing.draw(12)
    drawing.show(0, "2H")
    drawn = Game.of(Rules(), {})
    drawn.draw_all()
    burying = Game.of(Rules(), {})
    burying.draw_all()
    burying.do(CloseDraw())
    hands = ["9H 9H 8H 8H 3S", "4H 4H 5H 7H 8C", "KH QH JH 10H 9C", "2H 2H SJ BJ BJ"]
    leading = position(hands)
    following = position(hands)
    following.play(0, "9H 9H 8H 8H")
    over = position(["BJ", "3C", "4C", "5C"], "AS", levels=("A", "2"))
    for seat, text in enumerate(["BJ", "3C", "4C", "5C"]):
        over.play(seat, text)
    longest = position(hands, rules=Rules(throw_reading="longest"))
    whole = position(hands, rules=Rules(throws=False))
    again = Game.of(Rules(redeal_no_trumps=True), {0: "2H"})
    again.draw_all()
    again.do(CloseDraw())
    land = land_to_bid_for()
    calling = Game.of(Rules(teams="friends", players=5), {0: "2H"})
    calling.draw(5)
    calling.show(0, "2H")
    calling.draw_all()
    calling.do(CloseDraw())
    calling.do(Bury(0, tuple(calling.hand.hands[0][:8])))
    must_beat = position(
        ["KS QS 3C", "AS 4S 5C", "3S 5S 6C", "6S 7S 7C"],
        "2H",
        rules=Rules(failed_throw="must-beat"),
    )
    must_beat.play(0, "KS QS")
    declined = position(["BJ BJ SJ", "3C 4C 5C", "3D 4D 5D", "3H 4H 5H"], "2S")
    declined.do(ClaimRest(0, "all", accepted=False))
    held = burying.hand.hands[0]
    foreign = next(card for card in Card if card not in held)
    return {
        "match-over": (over, Draw()),
        "no-sides": (two_to_call(), EndMatch("conceded", 0)),
        "wrong-phase": (fresh, Draw()),
        "no-seat": (leading, Play(7, cards("9H"))),
        "not-your-turn": (leading, Play(1, cards("4H"))),
        "bad-deck": (fresh, StartHand((*deck[:-2], Card.H3, Card.H4), cards("3C"))),
        "bad-first-drawer": (fresh, StartHand(deck, cards("AC"))),
        "draw-not-over": (drawing, CloseDraw()),
        "draw-over": (drawn, Draw()),
        "bid-cards": (drawing, Show(1, cards("SJ"))),
        "bid-least": (declaring(Rules(least_shown=2)), Show(0, cards("2H"))),
        "bid-partner": (
            declaring(Rules(override_partner=False), (0, "2H")),
            Show(2, cards("2C 2C")),
        ),
        "bid-partner-suit": (
            dealt(Rules(decks=3, reinforce_partner=False), {2: "2H 2H"}, (0, "2H")),
            Show(2, cards("2H 2H")),
        ),
        "bid-jokers": (
            dealt(Rules(), {0: "2H BJ BJ"}, (0, "2H"), (1, "SJ SJ")),
            Show(0, cards("BJ BJ")),
        ),
        "bid-again": (
            declaring(Rules(coming_back=False), (0, "2H"), (1, "2D 2D")),
            Show(0, cards("BJ BJ")),
        ),
        "bid-once": (
            declaring(Rules(decks=3, rank_overrides="once"), (0, "2H"), (1, "2D 2D")),
            Show(2, cards("2C 2C 2C")),
        ),
        "bid-course": (declaring(Rules(declarations="call-then-pair")), Show(0, cards("2H 2H"))),
        "bid-over": (drawn_without_pause(), Show(0, cards("2H"))),
        "bid-not-held": (drawing, Show(1, cards("2C 2C"))),
        "bid-too-low": (drawing, Show(1, cards("2C"))),
        "bid-own": (drawing, Show(0, cards("2D 2D"))),
        "no-redeal": (again, AnswerRedeal(0, wanted=True)),
        "land-cards": (land, BidLand(1, cards("3H 3H"))),
        "land-too-low": (land, BidLand(1, cards("2D 2D"))),
        "call-count": (calling, CallFriends(0, calls("1 AS, 2 AS"))),
        "call-trump": (calling, CallFriends(0, calls("1 AH"))),
        "call-ordinal": (calling, CallFriends(0, calls("3 AS"))),
        "call-twice": (two_to_call(), CallFriends(0, calls("1 AS, 1 AS"))),
        "not-dealer": (burying, Bury(1, tuple(burying.hand.hands[1][:8]))),
        "bury-count": (burying, Bury(0, tuple(held[:7]))),
        "not-held": (burying, Bury(0, (foreign, *held[:7]))),
        "no-cards": (leading, Play(0, ())),
        "mixed-suits": (leading, Play(0, cards("9H 3S"))),
        "no-throws": (whole, Play(0, cards("9H 8H"))),
        "no-reading": (leading, Play(0, cards("9H 9H"), 4)),
        "not-a-reading": (leading, Play(0, cards("9H 9H"), (cards("9H"), cards("9H")))),
        "reading-not-named": (longest, Play(0, cards("9H 9H"), 0)),
        "count": (following, Play(1, cards("4H 4H"))),
        "suit": (following, Play(1, cards("4H 4H 5H 8C"))),
        "beat": (must_beat, Play(1, cards("4S"))),
        "claim-all": (leading, ClaimRest(0, "all")),
        "claim-none": (leading, ClaimRest(0, "none")),
        "claim-declined": (declined, ClaimRest(0, "all")),
        "structure": (position_two_pairs(), Play(1, cards("4H 5H 6H 7H"))),
    }


def declaring(rules: Rules, *shown: tuple[int, str]) -> Game:
    """Four cards have been drawn by each, and some have been shown."""
    return dealt(rules, {0: "2H 2H BJ BJ", 1: "2D 2D", 2: "2C " * rules.deck_count}, *shown)


def dealt(rules: Rules, hands: dict[int, str], *shown: tuple[int, str]) -> Game:
    """The same with these cards and those that are shown."""
    game = Game.of(rules, {**dict(shown), **hands})
    game.draw(16)
    for seat, text in shown:
        game.show(seat, text)
    return game


def drawn_without_pause() -> Game:
    game = Game.of(Rules(pause_after_draw=False), {0: "2H"})
    game.draw_all()
    return game


def land_to_bid_for() -> Game:
    """Seat 0 has shown a pair and buried; seat 1 is asked."""
    game = Game.of(Rules(land=True), {0: "2S 2S", 1: "2D 2D 3H 3H"})
    game.draw(8)
    game.show(0, "2S 2S")
    game.draw_all()
    game.do(CloseDraw())
    game.do(Bury(0, tuple(game.hand.hands[0][-8:])))
    return game


def two_to_call() -> Game:
    """Among seven, seat 0 is to call two cards."""
    game = Game.of(Rules(teams="friends", players=7), {0: "2H"})
    game.draw(7)
    game.show(0, "2H")
    game.draw_all()
    game.do(CloseDraw())
    game.do(Bury(0, tuple(game.hand.hands[0][-game.match.rules.kitty_size :])))
    return game


def position_two_pairs() -> Game:
    game = position(["9H 9H 8H 8H 3S", "4H 4H 5H 6H 7H", *["3C 4C 5C 6C 7C"] * 2])
    game.play(0, "9H 9H 8H 8H")
    return game


def test_every_code_has_an_example() -> None:
    assert set(examples()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_both_sentences_of_every_code(code: str) -> None:
    """Each refusal says why, in English and in Chinese, with everything filled in."""
    game, command = examples()[code]
    refusal = game.refused(command, code)
    english, chinese = (refusal.sentence(language) for language in LANGUAGES)
    for sentence in (english, chinese):
        assert sentence
        assert not re.search(r"[{}\[\]]|'[^s]|None", sentence), sentence
    assert not CHINESE.search(english)
    assert english[0].isupper() or english[0].isdigit()
    assert english.endswith(".")
    assert CHINESE.search(chinese)
    assert chinese.endswith("。")
    assert refusal.sentence() == english
    # Every number and every card of the parameters is named.
    for name, value in refusal.params.items():
        if isinstance(value, int) and f"{{{name}}}" in texts("refusals")[code].en:
            assert str(value) in english
            assert str(value) in chinese


def test_what_some_sentences_say() -> None:
    """The reason, and the cards that must be played."""
    said = {}
    for code, (game, command) in examples().items():
        refusal = game.refused(command, code)
        said[code] = refusal.sentence("en"), refusal.sentence("zh")
    assert said["structure"] == (
        "Follow structure: among your hearts you must play a pair.",
        "须跟牌型：在红桃中你要出一对。",
    )
    assert said["suit"] == (
        "Follow suit: play hearts, 4 of 4.",
        "须跟同门：4 张中要有 4 张红桃。",
    )
    assert said["count"] == (
        "Play as many cards as were led, 4; you chose 2.",
        "首家出了 4 张，你也要出 4 张，现在选了 2 张。",
    )
    assert said["bid-too-low"] == (
        "2♣ is not higher than 2♥, which has been shown.",
        "2♣ 不比已亮的 2♥ 大。",
    )
    assert said["not-your-turn"][0] == "It is not your turn; seat 0 is to play."


def test_words_for_every_shape() -> None:
    shapes = [
        (w, n, t) for w in range(1, 7) for n in range(1, 5) for t in (1, 2) if w > 1 or n == 1
    ]
    for language in LANGUAGES:
        said = [unit_words(*shape, language) for shape in shapes]
        assert len(set(said)) == len(said)
        assert len({suit_words(letter, language) for letter in "TDCHS"}) == 5
        rung = rung_words([[2, 2, 1], [2, 1, 2]], language)
        assert unit_words(2, 2, 1, language) in rung
        assert unit_words(2, 1, 2, language) in rung


def test_a_refusal_is_a_value() -> None:
    assert Refusal("no-cards") == Refusal("no-cards")
    assert len(set(CODES)) == len(CODES)


# Nonsense

RULES = [
    Rules(),
    Rules(decks=1, pause_after_draw=False),
    Rules(decks=3, throw_reading="longest", rank_overrides="once", least_shown=2, land=True),
    Rules(players=6, decks=3, kitty=60, first_drawer="random", redeal_points=50, redeal_limit=9),
    Rules(players=7, teams="friends", override_partner=False, redeal_no_trumps=True),
    Rules(land=True, override_partner=False, failed_throw="must-beat"),
    Rules(throws=False),
    Rules(declarations="call-then-pair", consecutive="suit-ranks", following="same-length"),
]


def nonsense(match: Match, chance: Random) -> Command:
    """A command that is probably refused, near to one that would not be or not at all."""
    players = match.rules.players
    deck = match.rules.deck
    chance.shuffle(deck)
    hand = match.hand
    seat = chance.choice([-1, *range(players), players])
    if hand is not None and hand.turn is not None and chance.random() < 0.6:
        seat = hand.turn
    held = list(deck)
    if hand is not None and 0 <= seat < players and chance.random() < 0.8:
        held = hand.hands[seat]
    size = min(len(held), chance.choice([0, 1, 1, 2, 2, 3, 4, match.rules.kitty_size]))
    if hand is not None and hand.trick is not None and chance.random() < 0.7:
        lead = hand.trick.lead
        size = min(len(held), lead.size)
        of_suit = [card for card in held if lead.space.suit(card) == lead.suit]
        if len(of_suit) >= size and chance.random() < 0.5:
            held = of_suit
    chosen = tuple(chance.sample(held, size))
    if hand is not None and chance.random() < 0.5:
        rank_cards = [card for card in held if card.rank is hand.rank or card.is_joker]
        chosen = tuple(chance.sample(rank_cards, min(len(rank_cards), size)))
    reading = chance.choice([None, None, None, -1, 0, 1, 50, (chosen, chosen)])
    if hand is not None and hand.shown and chance.random() < 0.2:
        chosen = chosen[:1] * min(2, held.count(chosen[0])) if chosen else ()
    wrong_deck = chance.choice([tuple(deck[1:]), (*deck[1:], deck[1]), tuple(deck)])
    turned = tuple(deck[: chance.randint(0, 2)])
    first = chance.choice([None, -1, 0, players])
    tried_calls = tuple(
        Call(card, chance.randint(0, match.rules.deck_count + 1))
        for card in (held[:2] if chance.random() < 0.5 else [*held[:1], *held[:1]])
    )
    commands: list[Command] = [
        AnswerRedeal(seat, wanted=True),
        BidLand(seat, chosen),
        CallFriends(seat, tried_calls if chance.random() < 0.8 else tried_calls[:1]),
        StartHand(wrong_deck, turned, first),
        Draw(),
        Show(seat, chosen),
        CloseDraw(),
        Bury(seat, chosen),
        Play(seat, chosen, reading),
        Play(seat, chosen, reading),
    ]
    phase = None if hand is None else hand.phase
    fitting = [command for command in commands if PHASES.get(type(command)) is phase]
    return chance.choice(fitting if fitting and chance.random() < 0.7 else commands)


@steady(12)
@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_a_refusal_changes_nothing(rules: Rules, seed: int) -> None:
    """Whatever is asked, in every phase: a refused command leaves the state as it was, and `verify`
    leaves it as it was in any case.
    """
    chance = Random(seed)
    game = Game(Match(rules))
    tried = refused = 0
    while True:
        phase = Phase.ENDED if game.match.hand is None else game.hand.phase
        for _ in range({Phase.DRAW: 1, Phase.PLAY: 2, Phase.REDEAL: 5}.get(phase, 20)):
            command = nonsense(game.match, chance)
            before = snapshot(game.match)
            refusal = game.match.verify(command)
            assert snapshot(game.match) == before, command
            tried += 1
            if refusal is None:
                continue
            refused += 1
            assert game.match.try_do(command) == refusal
            assert snapshot(game.match) == before, command
            for language in LANGUAGES:
                assert "{" not in refusal.sentence(language)
        if game.match.hands and phase is Phase.ENDED:
            break
        game.do(random_command(game.match, chance))
    assert refused > tried // 2


def test_nonsense_meets_every_code() -> None:
    """The property above is about all refusals: at random nearly all of them come up."""
    chance, met = Random(1), Counter[str]()
    for rules in RULES:
        game = Game(Match(rules))
        while game.match.hands < 3:
            for _ in range(6 if game.match.hands else 50):
                refusal = game.match.verify(nonsense(game.match, chance))
                if refusal is not None:
                    met[refusal.code] += 1
            game.do(random_command(game.match, chance))
    rare = {"match-over", "bid-partner", "bid-again", "bid-once", "land-too-low", "call-twice"}
    rare |= {"call-ordinal", "call-trump", "bid-partner-suit", "bid-jokers", "no-sides"}
    rare |= {code for code in CODES if code.startswith("claim-")}  # nonsense claims nothing
    assert set(CODES) - set(met) <= rare


def test_the_names_of_tuples() -> None:
    assert [unit_words(width, 1, 1) for width in range(1, 6)] == [
        "a single", "a pair", "a triple", "a quadruple", "a 5-tuple",
    ]  # fmt: skip
    assert [unit_words(width, 1, 1, "zh") for width in range(1, 6)] == [
        "单张", "一对", "一组三张", "一组四张", "一组 5 张同牌",
    ]  # fmt: skip
