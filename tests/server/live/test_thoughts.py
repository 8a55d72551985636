"""The thought of a bot is stored with its decision, and told when the hand is over."""

from __future__ import annotations

import pytest

from shengji.game import HandEnded, Played, ThrowFailed
from shengji.server.matches.match_reader import MatchLog
from shengji.server.tables.core.entries import decode_thought
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.state import Settings
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened

PLAYS = (Played, ThrowFailed)


@pytest.mark.parametrize("bot", ["easy", "medium"])
async def test_a_thought_is_in_the_log_alone_until_the_hand_is_over(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    push = Listener.push

    def kept(listener: Listener, message: bytes) -> bool:
        sent.append(message)
        return push(listener, message)

    monkeypatch.setattr(Listener, "push", kept)
    store = MemoryStore()
    hub = hub_of(store)
    live = await opened(hub, Settings(pace="instant", onlookers="hands", until_end=False), bots=bot)
    ann = await Browser(live, "ann", plays=True).connect()
    await Browser(live, "eve").connect()
    await ann.until(lambda: any(isinstance(at.event, HandEnded) for at in ann.events))
    await hub.close()
    bodies = store.bodies(live.id)
    end = next(at for at, body in enumerate(bodies) if isinstance(body, HandEnded))
    raw = tuple(entry.body for entry in store.logs[live.id])
    thoughts = {at: decode_thought(body) for at, body in enumerate(raw)}
    decided = [at for at, body in enumerate(bodies[:end]) if isinstance(body, PLAYS)]
    by_bots = {at for at in decided if bodies[at].seat != 0 and thoughts[at]}  # type: ignore[union-attr]
    assert len(by_bots) > 40
    assert not any(thoughts[at] for at in decided if at not in by_bots)
    assert max(len(raw[at].partition(b',"thought":')[2]) for at in by_bots) < 400
    # Nothing that anybody was sent has it, and no checkpoint.
    assert len(sent) > 50 and not any(b"thought" in message for message in sent)
    assert b"thought" not in (store.checkpoints[live.id][1] or b"")
    # While the hand was under way it was in no record.
    assert MatchLog(raw[:end]).match() is None
    match = MatchLog(raw[: end + 1]).match()
    assert match is not None and b"thought" not in match.record()
    replay = match.hand(1)
    assert replay is not None and len(replay.thoughts) >= len(by_bots)
    told = [match.thought(1, at) for at in replay.thoughts]
    assert {one.bot for one in told if one is not None} == {bot}
    assert all(
        one is not None and (one.why is not None) != (one.decided == "forced") for one in told
    )
    assert any(one is not None and one.other is not None and one.cost for one in told)
    slips = [one for one in told if one is not None and one.decided == "slip"]
    assert bool(slips) is (bot == "easy") and all(one.other is not None for one in slips)
    assert match.thought(1, 1) is None and match.thought(2, 1) is None
