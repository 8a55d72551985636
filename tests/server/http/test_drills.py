"""Drills over HTTP: a question without what is right, and its answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shengji.practice.drills import make_drill
from shengji.rules import rules_from
from tests.server.http.site import Site, running

PAGAT = {"preset": "pagat", "decks": 3}


def test_a_question_and_its_answer(site: Site) -> None:
    browser = site.guest()
    body: dict[str, Any] = {"rules": PAGAT, "kinds": ["follow", "trick"], "seed": 4}
    asked = browser.post("/api/drills", json=body).json()
    assert asked == browser.post("/api/drills", json=body).json()
    assert "right" not in str(asked)
    assert asked["heading"]["en"]
    made = make_drill(rules_from(PAGAT), asked["kind"], 4)
    assert [c["cards"] for c in asked["choices"]] == [
        [card.value for card in choice.cards] for choice in made.choices
    ]
    given = {"rules": PAGAT, "kind": asked["kind"], "seed": 4}
    for chosen, right in ((made.right, True), (range(len(made.choices)), False), ([9], False)):
        answered = browser.post("/api/drills/answer", json={**given, "chosen": list(chosen)})
        found = answered.json()
        assert (found["right"], found["rights"]) == (right, list(made.right))
        assert found["explanation"]["en"] == made.explanation.en
        assert found["explanation"]["zh-Hans"] == made.explanation.zh
        assert len(found["reasons"]) == len(asked["choices"])


def test_without_a_seed_another_question_comes_each_time(site: Site) -> None:
    browser = site.guest()
    seeds = {browser.post("/api/drills", json={"rules": {}}).json()["seed"] for _ in range(4)}
    assert len(seeds) == 4


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"rules": {"throws": False}, "kinds": ["throw"]}, 422, "no-drill"),
        ({"rules": "chess"}, 422, "rules"),
        ({"rules": {}, "kinds": ["tricks"]}, 400, "bad-request"),
        ({"rules": {}, "seed": -1}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_asked(site: Site, body: dict[str, Any], status: int, code: str) -> None:
    response = site.guest().post("/api/drills", json=body)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_an_answer_to_what_cannot_be_asked(site: Site) -> None:
    body = {"rules": {"throws": False}, "kind": "throw", "seed": 1, "chosen": [0]}
    assert site.guest().post("/api/drills/answer", json=body).json()["code"] == "no-drill"


def test_who_asks_for_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a question draws on the budget of the person, as all work does."""
    monkeypatch.setattr("shengji.server.site.limits.PATIENCE", 0.1)
    with running(tmp_path, work_per_person=0.01) as site:
        browser, other = site.guest(), site.guest()
        ask = {"rules": {"decks": 4}, "kinds": ["trick"]}
        response = browser.post("/api/drills", json=ask)
        for _ in range(200):  # there is a fifth of a second
            if response.status_code == 200:
                response = browser.post("/api/drills", json=ask)
        assert (response.status_code, response.json()["code"]) == (429, "too-many-requests")
        assert other.post("/api/drills", json=ask).status_code == 200
