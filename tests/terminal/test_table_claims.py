"""Claims of the rest at the table of the terminal: offered, refused, and played out."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from shengji.game import ClaimRest, Refusal
from shengji.record import validate
from shengji.terminal.table import phrases
from shengji.terminal.table.plain.game import choose, play_plain
from shengji.terminal.table.screen import prompts
from shengji.terminal.table.session import Wait
from shengji.terminal.table.speaker import Speaker
from tests.terminal.tablekit import lobby, my_turn, screen_text, session_of, started, step

SHORT: dict[str, Any] = {"preset": "forty-points", "kitty": 38}
OFFER = "Every trick that is left is yours, whatever the others hold."


class Typist(io.StringIO):
    """Somebody who does what the hints say, and claims what is offered, once."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self._out = out

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        said = self._out.getvalue()
        if "the cards are played out" in said:
            return ""
        return "claim\n" if OFFER in said.splitlines()[-1] else "do\n"


def test_a_claim_ends_the_hand_in_plain_mode(tmp_path: Path) -> None:
    path, out = tmp_path / "match.jsonl", io.StringIO()
    where = lobby(path, seed=3, **SHORT)
    play_plain(lambda lines: choose(where, lines), Typist(out), out, "en")
    said = out.getvalue()
    assert f"{OFFER} Type claim to end the hand." in said
    after = said[said.index("You claim every trick that is left. The others agree") :]
    assert after.count("You win trick ") >= 2 and "the Opponents have" in after
    report = validate(path)
    assert report.ok, [str(fault) for fault in report.faults]


def test_chinese_sentences_stand_side_by_side(tmp_path: Path) -> None:
    speaker, asked = Speaker("zh", 4), ""
    offer = speaker.text("ask.claim-all")
    session = lobby(tmp_path / "match.jsonl", seed=3, **SHORT).start()
    while offer not in asked:
        if session.waits_for in (Wait.LEAD, Wait.FOLLOW):
            asked = prompts.prompt(session, phrases.forced(session), speaker)
            assert "。 " not in asked
        if session.waits_for is Wait.DECLARE:
            session.passes()
        elif (command := session.advice()) is not None:
            assert not isinstance(session.do(command), Refusal)
        else:
            step(session)
    assert f"。{offer}" in asked
    session.close()


def test_a_claim_that_is_not_proven_is_refused(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=1).start()
    while session.waits_for not in (Wait.LEAD, Wait.FOLLOW):
        command = session.advice() if session.waits_for is not None else None
        if session.waits_for is Wait.DECLARE:
            session.passes()
        elif command is not None:
            assert not isinstance(session.do(command), Refusal)
        else:
            step(session)
    assert session.claimable is None
    refused = session.do(ClaimRest(0, "all"))
    assert isinstance(refused, Refusal) and refused.code == "claim-all"
    session.close()


async def test_a_key_claims_on_the_screen(tmp_path: Path) -> None:
    app = started(tmp_path, seed=3, **SHORT)
    async with app.run_test(size=(100, 30)) as pilot:
        while True:
            wait = await my_turn(pilot, app)
            if session_of(app).claimable is not None:
                break
            if wait is Wait.NEXT:
                await pilot.press("enter")
            else:
                await pilot.press("h", "enter")
        assert "claim the rest" in screen_text(app)
        await pilot.press("t")
        assert await my_turn(pilot, app) is Wait.NEXT
    told = session_of(app).journal
    assert any(note.key == "claims-all" for note in told)
