"""Botzone's requests both ways: our bots there, its programs here."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import pytest

from shengji.bots import Bot, RandomBot
from shengji.bots.outside import faults_of, is_command, process_bot
from shengji.bots.outside.botzone import answers
from shengji.bots.outside.botzone.answers import Player, rules_at, run_botzone
from shengji.bots.outside.botzone.cards import (
    card_of,
    chosen,
    level_letter,
    level_of,
    numbers_of,
    suit_letter,
    suit_of_letter,
)
from shengji.bots.outside.botzone.guest import BotzoneBot
from shengji.bots.outside.botzone.requests import KEEP_RUNNING
from shengji.bots.outside.failures import BotFailedError
from shengji.bots.outside.limits import Limits
from shengji.cards import CARDS, Card, Rank, Suit
from shengji.game import (
    Bury,
    CardDrawn,
    Due,
    HandEnded,
    KittyBuried,
    Play,
    Played,
    Shown,
    ThrowFailed,
    view,
)
from shengji.rules import Rules
from tests.bots.botzone.kit import RULES, Linked, Patient, ours, play, script
from tests.bots.outside.kit import PATIENT
from tests.cases import cases
from tests.kit import cards, decision_of
from tests.seeds import trials
from tests.waiting import PATIENCE


def test_cards_have_two_numbers() -> None:
    assert sorted(n for card in CARDS for n in numbers_of(card)) == list(range(108))
    assert all(card_of(number) is card for card in CARDS for number in numbers_of(card))
    # From recorded games: the pair with which diamonds were declared, and a two of spades.
    assert [card_of(number) for number in (7, 61, 4)] == cards("2D 2D 2S")
    assert chosen(cards("2D 2D"), [7, 8, 61]) == [7, 61]
    for number in (-1, 108):
        with pytest.raises(ValueError, match="there is no card"):
            card_of(number)


def test_letters_of_levels_and_suits() -> None:
    assert [level_letter(rank) for rank in Rank] == list("234567890JQKA")
    assert all(level_of(level_letter(rank)) is rank for rank in Rank)
    assert all(suit_of_letter(suit_letter(suit)) is suit for suit in (*Suit, None))
    assert rules_at(Rank.TWO) == RULES
    assert rules_at(Rank.TEN).first_level is rules_at(Rank.TEN).last_level is Rank.TEN


# Our bot behind the requests is the bot itself


@pytest.mark.parametrize("again", [False, True], ids=["kept running", "started again"])
@pytest.mark.parametrize("seed", cases(range(6), 0, 3))
def test_our_bot_plays_the_same_behind_the_requests(seed: int, again: bool) -> None:
    seats = range(4) if seed else (seed % 4,)
    direct = play(seed, {})
    assert any(isinstance(event, Shown) for event in direct)
    bots: dict[int, Bot] = {seat: Linked(Patient, seat, again=again) for seat in seats}
    assert play(seed, bots) == direct
    assert all(faults_of(bot) == (0, None) for bot in bots.values())


@pytest.mark.parametrize("again", [False, True], ids=["kept running", "started again"])
@pytest.mark.parametrize("seed", cases(range(3), 1))
def test_which_player_it_is_may_be_untold_as_in_2023(seed: int, again: bool) -> None:
    """The requests of the early judge have no `playerpos`; nothing is answered otherwise."""
    bots: dict[int, Bot] = {
        seat: Linked(Patient, seat, again=again, told_seat=False) for seat in range(4)
    }
    assert play(seed, bots) == play(seed, {})
    for seat, bot in bots.items():
        assert isinstance(bot, Linked) and faults_of(bot) == (0, None)
        assert not any("playerpos" in line for line in bot.asked_all)
        assert bot.seen is not None and bot.seen.seat == seat


def test_the_first_request_of_2023() -> None:
    request = {"stage": "deal", "deliver": [81], "global": _state()}
    output = io.StringIO()
    run_botzone("basic", io.StringIO(json.dumps({"requests": [request]})), output)
    assert output.getvalue().splitlines() == ['{"response":[]}', KEEP_RUNNING.decode()]


@pytest.mark.parametrize("seed", trials(12))
def test_it_follows_whatever_the_others_do(seed: int) -> None:
    """Failed throws, hands in which nobody declares: still it knows all that it must."""
    seat = seed % 4
    others: dict[int, Bot] = {s: RandomBot(RULES, s, seed) for s in range(4) if s != seat}
    linked = Linked(Patient, seat)
    told = play(seed, {**others, seat: linked})
    assert isinstance(told[-2], HandEnded)
    assert linked.failure is None
    assert linked.seen is not None
    # It has seen all but what came after its last card.
    plays = [event.cards for event in told if isinstance(event, Played)]
    seen = linked.seen.hand
    assert sum(trick.points for trick in seen.tricks) <= 200
    whole = [cards_ for trick in seen.tricks for cards_ in trick.plays]
    assert whole == plays[: len(whole)]
    assert len(seen.tricks) >= len(plays) // 4 - 1


def test_failed_throws_are_followed() -> None:
    """The points that they cost are seen in the score, whoever threw."""
    found = 0
    for seed in range(30):
        seat = seed % 4
        throwers: dict[int, Bot] = {s: RandomBot(RULES, s, seed) for s in range(4) if s != seat}
        linked = Linked(RandomBot, seat)
        told = play(seed, {**throwers, seat: linked})
        assert linked.failure is None and linked.seen is not None
        failed = [event for event in told if isinstance(event, ThrowFailed)]
        found += len(failed)
        own = [event.thrown for event in failed if event.seat == seat]
        heard = [sorted(e.thrown, key=str) for e in linked.heard if isinstance(e, ThrowFailed)]
        assert all(sorted(thrown, key=str) in heard for thrown in own[:-1])
    assert found > 10


def test_a_program_of_ours_sits_at_our_table() -> None:
    bot = process_bot(ours(), RULES, 2, 0, PATIENT)
    assert play(3, {2: bot}) == play(3, {})
    assert bot.refused == 0 and bot.cpu_ns() > 0


# Programs that others wrote


def test_a_program_that_ends_after_each_answer(tmp_path: Path) -> None:
    """It is started with the whole game each time; one that plays nothing has failed."""
    program = script(
        tmp_path,
        "last = game['requests'][-1]\n"
        "assert len(game['responses']) == len(game['requests']) - 1\n"
        "assert game['requests'][0]['playerpos'] == 0\n"
        "print(json.dumps({'response': last['deliver'], 'debug': 'x'} "
        "if last['stage'] == 'cover' else {'response': []}))",
    )
    bot = process_bot(program, RULES, 0, 0, PATIENT, Patient)
    told = play(5, {0: bot})
    assert isinstance(told[-2], HandEnded)
    assert bot.failure is not None
    assert (bot.failure.kind, bot.refused) == ("illegal", 1)
    asked = json.loads(bot.failure.asked)
    assert asked["requests"][-1]["stage"] == "play"
    assert len(asked["requests"]) >= 26


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("raise SystemExit(3)", "died"),
        ("print('nothing')", "unreadable"),
        ("print(json.dumps({'response': [200]}))", "unreadable"),
        ("print(json.dumps({'response': [1, 1]}))", "illegal"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, text: str, kind: str) -> None:
    bot = process_bot(script(tmp_path, text), RULES, 1, 0, PATIENT, Patient)
    assert isinstance(play(2, {1: bot})[-2], HandEnded)
    assert bot.failure is not None and bot.failure.kind == kind


def test_which_rules_it_plays() -> None:
    assert is_command("botzone:python club.py")
    for rules in (Rules(decks=3), Rules(players=6), Rules(land=True), Rules(teams="friends")):
        with pytest.raises(ValueError, match="two decks and a kitty of eight"):
            process_bot(ours(), rules, 0)
    with pytest.raises(ValueError, match="there is no program"):
        process_bot("botzone:no-such-program", RULES, 0)


# What is asked


def test_the_requests_are_botzones() -> None:
    """Written after the recorded games: the same fields with the same values."""
    linked: dict[int, Bot] = {seat: Linked(Patient, seat) for seat in range(4)}
    told = play(1, linked)
    dealer = next(event.dealer for event in told if isinstance(event, HandEnded))
    asked = [json.loads(text) for text in linked[dealer].asked_all]  # type: ignore[attr-defined]
    game = [*asked[0]["requests"], *asked[1:]]
    begin = {
        "stage": "deal",
        "deliver": game[0]["deliver"],
        "global": {
            "level": "2",
            "banking": {"called": -1, "snatched": -1, "major": "", "banker": -1},
            "first_round": True,
        },
        "playerpos": dealer,
    }
    assert game[0] == begin
    assert [request["stage"] for request in game[:27]] == ["deal"] * 25 + ["cover", "play"]
    cover, first = game[25], game[26]
    assert len(cover["deliver"]) == 8 and cover["global"]["banking"]["banker"] == dealer
    assert first["history"] == [[], [], dealer, dealer]
    assert first["global"]["total_score"] == 0
    last, now, _, leader = game[27]["history"]
    assert len(last) == 4 and (leader + len(now)) % 4 == dealer
    assert all("playerpos" not in request for request in game[1:])


NOBODY = {"called": -1, "snatched": -1, "major": "", "banker": -1}
PAIR = {"called": 1, "snatched": 1, "major": "h", "banker": 1}


def _state(**banking: object) -> dict[str, object]:
    return {"level": "2", "banking": NOBODY | banking}


def _deal(**changes: object) -> str:
    request = {"stage": "deal", "deliver": [7], "global": _state(), "playerpos": 2} | changes
    return json.dumps({"requests": [request], "responses": []})


DEALT = [_deal(deliver=[number]) for number in range(25)]


def _kitty(banker: int, deliver: Sequence[int] = range(30, 38)) -> str:
    state = _state(**PAIR | {"banker": banker})
    return _deal(stage="cover", **{"global": state}, deliver=[*deliver])


def _game(*lines: str, answers: list[list[int]]) -> str:
    """The requests of these games as one game."""
    requests = [json.loads(line)["requests"][0] for line in lines]
    return json.dumps({"requests": requests, "responses": answers})


def test_a_line_is_answered_by_two() -> None:
    output = io.StringIO()
    run_botzone("basic", io.StringIO(_deal() + "\n\n"), output)
    answer, mark = output.getvalue().splitlines()
    assert json.loads(answer)["response"] in ([], [7])
    assert mark == KEEP_RUNNING.decode()


def test_a_dealer_who_is_known_before_the_draw() -> None:
    state = {
        "level": "0",
        "first_round": False,
        "banking": {"called": -1, "snatched": -1, "major": "", "banker": 3},
    }
    told: list[Bot] = []

    def make(rules: Rules, seat: int) -> Bot:
        told.append(RandomBot(rules, seat))
        return told[-1]

    Player(make).answer(_deal(**{"global": state}))
    hand = told[0].hand
    assert (hand.dealer, hand.rank, hand.first) == (3, Rank.TEN, 3)
    assert told[0].cards == [Card("2D")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "cannot be read"),
        ('{"requests": []}', "cannot be read"),
        (_deal(playerpos=4), "cannot be read"),
        (_deal(stage="bury"), "cannot be read"),
        (_deal(deliver=[1, 2]), "one card"),
        (json.dumps(json.loads(_deal())["requests"][0]), "first request"),
        (json.dumps(json.loads(_deal()) | {"responses": [[]]}), "0 requests have 1 responses"),
        (_deal(stage="play"), "nobody deals"),
        (_deal(stage="play", **{"global": _state(**PAIR)}), "0 cards were dealt, not 25"),
        (_game(*DEALT, _kitty(banker=2, deliver=[1]), answers=[[]] * 25), "kitty of 1 cards"),
        (_game(*DEALT, _kitty(banker=1), answers=[[]] * 25), "not for player 2 to bury"),
        (_game(*DEALT, *[_kitty(banker=2)] * 2, answers=[[]] * 25 + [[*range(8)]]), "to bury"),
        (_game(*DEALT, _deal(deliver=[26]), answers=[[]] * 25), "has all cards"),
        (_deal(**{"global": _state(**PAIR | {"major": ""})}), "no trump suit"),
        (_game(_deal(), _deal(), answers=[[]]), "holds card 7 already"),
        (_game(_deal(), _deal(deliver=[8]), answers=[[9]]), "does not hold card 9"),
        ("\udcff", "cannot be read"),
    ],
)
def test_requests_that_cannot_be_understood(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run_botzone("basic", io.StringIO(line), io.StringIO())
    with pytest.raises(ValueError, match="there is no bot"):
        run_botzone("nobody", io.StringIO(_deal()), io.StringIO())


# Cards that there are twice, seats that are taken over, time


@pytest.mark.parametrize("again", [False, True], ids=["kept running", "started again"])
@pytest.mark.parametrize("seed", cases(range(3), 2))
def test_either_copy_of_a_card_may_be_named(
    seed: int, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program keeps account by numbers, and plays whichever of two copies it likes."""
    direct = play(seed, {})
    # Ours takes the copy that it was dealt first; this one the other.
    monkeypatch.setattr(answers, "chosen", lambda cards, held: chosen(cards, list(reversed(held))))
    bots: dict[int, Bot] = {seat: Linked(Patient, seat, again=again) for seat in range(4)}
    assert play(seed, bots) == direct
    assert all(faults_of(bot) == (0, None) for bot in bots.values())


def test_who_comes_in_during_a_hand_knows_it() -> None:
    """Earlier events of the seat are told as the program's own, so that it knows its cards."""
    direct = play(0, {})
    for at, event in enumerate(direct):
        if isinstance(event, Played) and at % 3 == 0:
            late = Linked(Patient, event.seat)
            late.begin_at([RULES.first_level] * 4, None)
            for before in direct[:at]:
                late.observe(view(before, event.seat))
            assert late.match.hand is not None
            decided = decision_of(late)
            assert isinstance(decided, Play)
            assert Counter(decided.cards) == Counter(event.cards)
            assert late.failure is None


def seated(program: str, limits: Limits = PATIENT) -> tuple[BotzoneBot, Callable[[], object]]:
    """A program in seat 0 of a new hand; and a way to let it draw its next card, and ask it."""
    bot = BotzoneBot(program, RULES, 0, 0, limits)
    bot.begin_at([RULES.first_level] * 4, None)
    begun = iter(play(0, {}))

    def draw() -> object:
        for event in begun:
            bot.observe(view(event, 0))
            if isinstance(event, CardDrawn) and event.seat == 0:
                return bot.decide(Due(0, "show", ((bot.cards[0],),)))
        raise AssertionError("all are drawn")

    return bot, draw


def test_what_it_wants_to_be_told_again(tmp_path: Path) -> None:
    program = script(
        tmp_path,
        "number = len(game['responses'])\n"
        "assert game.get('data') == ({'heard': number - 1} if number else None)\n"
        "assert game.get('globaldata') == ('ours' if number else None)\n"
        "print(json.dumps({'response': [], 'data': {'heard': number}, 'globaldata': 'ours'}))",
    )
    bot, draw = seated(program)
    assert [draw() for _ in range(4)] == [None] * 4
    bot.close()


def test_who_neither_ends_nor_asks_to_be_left_running_is_ended(tmp_path: Path) -> None:
    answers = "print(json.dumps({'response': []}), flush=True)\nimport time; time.sleep(600)"
    bot, draw = seated(script(tmp_path, answers))
    begun = monotonic()
    assert [draw(), draw()] == [None, None]
    assert monotonic() - begun < PATIENCE
    bot.close()


def test_each_decision_has_its_time(tmp_path: Path) -> None:
    """The first has more, to start; a program that is started again has no more than another."""
    slow = script(tmp_path, "import time; time.sleep(1)\nprint(json.dumps({'response': []}))")
    _, draw = seated(slow, Limits(start=PATIENCE, decision=0.2, bank=0.3))
    assert draw() is None
    with pytest.raises(BotFailedError, match=r"did not answer within 0\.5 seconds"):
        draw()


def test_who_is_closed_starts_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f"open({str(mark)!r}, 'w').close()\nprint(json.dumps({{'response': []}}))"
    bot, draw = seated(script(tmp_path, text))
    bot.close()
    with pytest.raises(BotFailedError, match="it was ended while it was asked"):
        draw()
    assert not mark.exists()


def test_its_own_exit_costs_a_program_no_time(tmp_path: Path) -> None:
    leaving = "print(json.dumps({'response': []}), flush=True)\nimport time; time.sleep(0.7)"
    bot, draw = seated(script(tmp_path, leaving))
    for _ in range(3):
        begun = monotonic()
        assert draw() is None
        assert monotonic() - begun - bot._used > 0.5
    bot.close()


@pytest.mark.parametrize("again", [False, True], ids=["kept running", "started again"])
@pytest.mark.parametrize("seed", cases(range(4), 0, 2))
def test_what_others_decide_for_its_seat_becomes_its_answer(seed: int, again: bool) -> None:
    """As on a server, where another decides for who is late, and asks once more after a pause."""
    direct = play(seed, {s: RandomBot(RULES, s, seed) for s in range(4)})
    seat = next(event.dealer for event in direct if isinstance(event, HandEnded))
    bot = Linked(Patient, seat, again=again)
    bot.begin_at([RULES.first_level] * 4, None)
    differed, thrown = 0, False
    did: list[tuple[Card, ...]] = []

    def decide() -> tuple[Card, ...]:
        command = decision_of(bot)
        assert isinstance(command, Bury | Play)
        return command.cards

    for event in map(view, direct, [seat] * len(direct)):
        if isinstance(event, KittyBuried):
            assert decide() == decide()
        if isinstance(event, ThrowFailed | Played) and event.seat == seat and not thrown:
            cards_ = event.thrown if isinstance(event, ThrowFailed) else event.cards
            decided = decide()
            assert decide() == decided
            differed += Counter(decided) != Counter(cards_)
            did.append(cards_)
        thrown = isinstance(event, ThrowFailed) and event.seat == seat
        bot.observe(event)
    assert bot.failure is None and differed > 5
    told = [Counter(map(card_of, numbers)) for numbers in bot._responses[-len(did) :]]
    assert told == [Counter(cards_) for cards_ in did]
