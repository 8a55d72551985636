"""`shengji drill`: the questions in the terminal, and as JSON."""

from __future__ import annotations

import json

import pytest

from shengji.practice.drills import Drill, a_drill, make_drill
from shengji.rules import Rules
from tests.commandkit import Command


def answer_to(drill: Drill) -> str:
    return " ".join(str(index + 1) for index in drill.right)


def test_right_and_wrong_answers_are_counted_and_explained(command: Command) -> None:
    first, second = (a_drill(Rules(), ["trick", "follow"], seed) for seed in (5, 6))
    given = f"{answer_to(first)}\n0\n{answer_to(second)}\n"
    ran = command("drill", "--seed", "5", "--count", "2", "--kind", "trick", "--kind", "follow",
                  given=given)  # fmt: skip
    assert ran.status == 0
    assert ran.out.count("Right.\n") == 2
    assert "Write " in ran.out
    assert "Right: 2 of 2." in ran.out
    assert first.explanation.en in ran.out
    assert f"Source: {second.source}." in ran.out


def test_a_wrong_answer_tells_what_is_right(command: Command) -> None:
    drill = make_drill(Rules(), "kitty", 3)
    wrong = next(i + 1 for i, choice in enumerate(drill.choices) if not choice.right)
    ran = command("drill", "--seed", "3", "--kind", "kitty", "--lang", "zh", given=f"{wrong}\nq\n")
    assert f"答错了；正确的是：{answer_to(drill)}。" in ran.out
    assert "答对 0 / 1。" in ran.out


def test_as_json_it_asks_nothing_and_has_the_questions_to_the_judge(command: Command) -> None:
    ran = command("drill", "--seed", "1", "--count", "3", "--json", "--rules", "pagat")
    drills = json.loads(ran.out)
    assert [drill["seed"] for drill in drills] == [1, 2, 3]
    for drill in drills:
        assert drill["rules"]["preset"] == "pagat"
        judged = command("judge", given="\n".join(map(json.dumps, drill["asks"])))
        assert "error" not in judged.out
        assert judged.out.count("\n") == len(drill["asks"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kind", "tricks"], "--kind is one of order, tractor,"),
        (["--kind", "throw", "--set", "throws=no"], "nothing can be asked about 'throw'"),
    ],
)
def test_what_cannot_be_asked_is_said(command: Command, options: list[str], said: str) -> None:
    ran = command("drill", *options)
    assert ran.status == 2
    assert said in ran.err
