"""Bots that are other programs on the command line: `shengji bot`, seats in `play` and `sim`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from shengji.bots.outside import end_idle
from shengji.bots.outside.limits import Limits
from shengji.bots.outside.messages import Events
from shengji.bots.outside.question import hello
from shengji.cards import Card, Rank
from shengji.game import CardDrawn, Event, HandStarted, Standing, TrickTaken
from shengji.record import read_record
from shengji.rules import Rules
from tests.bots.outside.kit import PYTHON, example
from tests.commandkit import Command

HELLO = msgspec.json.encode(
    hello(Rules(), 1, 0, Limits(), [Standing(Rules().first_level)] * 4, None)
).decode()


def test_a_bot_is_ready_and_ends_when_its_input_does(command: Command) -> None:
    ran = command("bot", "basic", given=f"{HELLO}\n")
    assert ran.status == 0
    said = json.loads(ran.out)
    assert (said["type"], said["protocol"], said["name"]) == ("ready", 1, "basic")
    bye = '{"type":"bye"}\n'
    assert command("bot", "basic", given=bye + HELLO).out == ""


def test_what_is_no_message_is_named(command: Command) -> None:
    for given, why in (
        ("{}\n", "line 1 is no message to a bot"),
        ('{"type":"events","events":[]}\n', "line 1 comes before a hello"),
        (HELLO.replace('"protocol":1', '"protocol":2'), "speaks version 2"),
        (HELLO.replace('"seat":1', '"seat":4'), "do not fit the rules"),
        (HELLO.replace("zhang-2021", "nobody-1999"), "there is no preset"),
        ("[" * 100_000, "line 1 is no message"),
    ):
        ran = command("bot", "basic", given=given)
        assert ran.status == 2 and why in ran.err, (given[:50], ran)


def started(*events: Event) -> str:
    """A match that has begun, with these events."""
    return HELLO + "\n" + msgspec.json.encode(Events(events=events)).decode() + "\n"


BEGINNING = HandStarted(1, Rank.TWO, None, 0, (), "")


def test_what_comes_out_of_order_is_named(command: Command) -> None:
    """Whatever a table sends, it is no fault of ours."""
    shared = '"id":1,"hand":[],"trump":{"rank":"2","suit":null},"time":1,"bank":1'
    lead = f'{{"type":"lead",{shared},"plays":[]}}\n'
    bury = f'{{"type":"bury",{shared},"size":8}}\n'
    redeal = f'{{"type":"redeal",{shared}}}\n'
    for given, why in (
        (f"{HELLO}\n{lead}", "line 2 asks for what this seat does not decide now"),
        (started(BEGINNING) + bury, "line 3 asks for what"),
        (started(BEGINNING) + redeal, "line 3 asks for what"),
        (started(CardDrawn(1, Card("2H"))), "line 2 has an event that cannot follow"),
        (started(BEGINNING, CardDrawn(0), TrickTaken(1, 5, 5)), "line 2 has an event"),
        (started(BEGINNING, CardDrawn(7)), "line 2 has an event that cannot follow"),
    ):
        ran = command("bot", "basic", given=given)
        assert ran.status == 2 and why in ran.err, (given[-200:], ran)


def test_which_bot(command: Command) -> None:
    assert "there is no bot" in command("bot", "basis").err
    assert "is a program, which a table seats" in command("bot", f"exec:{PYTHON} x.py").err


def test_a_person_plays_against_them(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    bots = f"exec:{example('first_bot.py')},basic,exec:{PYTHON} -c pass"
    options = ("--rules", "forty-points", "--set", "last_level=2", "--seed", 3)
    ran = command("play", "--plain", "--new", "--auto", "--save", path, "--bots", bots, *options)
    end_idle()
    assert ran.status == 0, ran.err
    assert f"exec:{PYTHON} -c pass in seat 3 has failed" in ran.err
    assert "in seat 1" not in ran.err
    assert read_record(path).header.seats[1].startswith("exec:")


def test_a_person_does_not_wait_longer_than_wanted(command: Command) -> None:
    options = ("play", "--plain", "--new", "--auto", "--rules", "forty-points", "--seed", 3)
    sleeping = f"exec:{PYTHON} -c 'import time; time.sleep(600)'"
    ran = command(*options, "--set", "last_level=2", "--start-time", 0.2, "--bots", sleeping)
    assert ran.status == 0, ran.err
    assert "in seat 3 has failed" in ran.err and "0.2 seconds" in ran.err
    ran = command(*options, "--time", "soon", "--bots", sleeping)
    assert ran.status == 2
    assert "a time is written as 10+60" in ran.err


def test_a_file_does_not_say_what_runs(command: Command, tmp_path: Path) -> None:
    path, mark = tmp_path / "match.jsonl", tmp_path / "mark"
    options = ("--rules", "forty-points", "--set", "last_level=2", "--seed", 3)
    command("play", "--plain", "--new", "--save", path, "--bots", "basic", *options)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"basic"', f'"exec:touch {mark}"'), encoding="utf-8")
    ran = command("play", "--plain", "--auto", "--resume", path)
    assert ran.status == 0, ran.err
    assert not mark.exists()


def test_others_may_take_over_in_a_saved_match(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    options = ("--rules", "forty-points", "--set", "last_level=2", "--seed", 3)
    command("play", "--plain", "--new", "--save", path, "--bots", "basic", *options)
    failing = f"exec:{PYTHON} -c pass"
    ran = command("play", "--plain", "--auto", "--resume", path, "--bots", failing)
    end_idle()
    assert ran.status == 0, ran.err
    assert f"{failing} in seat 1 has failed" in ran.err
    ran = command("play", "--plain", "--resume", path, "--bots", "basic,basic")
    assert ran.status == 2
    assert "3 bots" in ran.err


def test_there_is_no_such_program(command: Command) -> None:
    for line in (("play", "--plain", "--bots"), ("sim", "--hands", 1, "--bots")):
        ran = command(*line, "exec:no-such-program")
        assert ran.status == 2
        assert "there is no program 'no-such-program'" in ran.err
