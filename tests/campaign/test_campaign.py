"""The campaign over random rules: reproducible, and it finds what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shengji.game import Hand, TrickTaken, hand
from tests.campaign.__main__ import main
from tests.campaign.playing import Outcome, campaign, play_case, report, rules_of_case
from tests.forked import helpers_forked


def test_matches_over_random_rules_have_no_fault() -> None:
    outcomes = campaign(seed=464, hands=40)  # of small games
    assert [outcome.fault for outcome in outcomes] == [None] * len(outcomes)
    assert sum(outcome.hands for outcome in outcomes) >= 40
    assert [outcome.case for outcome in outcomes] == list(range(len(outcomes)))


def test_the_report_follows_from_the_seed_alone() -> None:
    # Seeds of small games in the first cases, and in some more, for processes play ahead.
    one = report(7547, campaign(seed=7547, hands=15))
    with helpers_forked():
        two = report(7547, campaign(seed=7547, hands=15, jobs=2))
    assert one == two
    assert one["digest"] != report(4, campaign(seed=4, hands=15))["digest"]


def test_cases_have_rules_of_many_kinds() -> None:
    rules = [rules_of_case(1, case) for case in range(60)]
    assert {r.teams for r in rules} == {"fixed", "friends"}
    assert len({r.players for r in rules}) >= 6
    assert len({r.deck_count for r in rules}) >= 4
    assert {r.land for r in rules} == {False, True}


def test_a_fault_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # Points that vanish with the winner of a trick: the sum of a hand no longer balances.
    whole = Hand._take_trick

    def lossy(self: Hand, event: object) -> None:
        whole(self, event)  # type: ignore[arg-type]
        self.taken[0] = 0

    monkeypatch.setitem(hand._CHANGES, TrickTaken, lossy)
    outcomes = [play_case(3, case) for case in range(3)]
    assert any(outcome.fault and "AssertionError" in outcome.fault for outcome in outcomes)


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    given = ["--hands", "10", "--seed", "7547", "--jobs", "1", "--report", str(path)]
    assert main(given) == 0
    assert "0 faults" in capsys.readouterr().out
    figures = json.loads(path.read_text())
    assert figures["hands"] >= 10 and figures["faults"] == []
    assert set(figures["options"]["teams"]) <= {"fixed", "friends"}


def test_one_case_can_be_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "7547", "--case", "0"]) == 0
    assert capsys.readouterr().out.startswith("1 cases, ")


def test_a_campaign_that_is_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(seed: int, case: int) -> Outcome:
        if case == 3:
            raise KeyboardInterrupt
        return Outcome(case, {}, hands=2)

    monkeypatch.setattr("tests.campaign.playing.play_case", play)
    assert main(["--hands", "10", "--jobs", "1"]) == 130
    assert capsys.readouterr().err == "stopped; 6 hands were played\n"


@pytest.mark.parametrize("wrong", [["--hands", "0"], ["--jobs", "0"], ["--case", "-1"]])
def test_nonsense_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
