import asyncio
import time

import pytest
from argon2 import PasswordHasher

from shengji.server.accounts import passphrases as module
from shengji.server.accounts.passphrases import BusyError, Passphrases, read_passphrase
from tests.server.hashing import QUICK


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("correct horse", "correct horse"),
        ("x3y" * 66, "x3y" * 66),
        ("武松打虎武松打虎武松", "武松打虎武松打虎武松"),
        ("a\u3000bc\u3000defgh", "a bc defgh"),  # spaces are one kind
        ("x3y" * 67, None),
        ("nine char", None),
        ("password123", None),
        ("Pass word 123", None),
        ("aaaaaaaaaaaaaaa", None),
        ("ababababababab", None),
        ("Wu Song Wu Song", None),
        ("with\u0000null byte", None),
    ],
)
def test_what_is_good_enough(text: str, expected: str | None) -> None:
    assert read_passphrase(text, "Wu Song") == expected


async def test_only_the_right_one_is_right() -> None:
    found = Passphrases(QUICK)
    kept = await found.hash("correct horse")
    assert kept.startswith("$argon2id$") and "correct" not in kept
    assert await found.check("correct horse", kept) == (True, None)
    assert await found.check("correct house", kept) == (False, None)
    found.close()


async def test_the_parameters_are_those_of_the_library() -> None:
    found = Passphrases()
    kept = await found.hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    found.close()


async def test_what_was_kept_with_other_parameters_is_kept_anew() -> None:
    old, new = Passphrases(QUICK), Passphrases(PasswordHasher(2, 8, 1))
    right, kept = await new.check("correct horse", await old.hash("correct horse"))
    assert right and kept is not None and ",t=2," in kept
    assert await new.check("correct horse", kept) == (True, None)
    for one in (old, new):
        one.close()


async def test_a_name_that_nobody_has_costs_the_same_work() -> None:
    found = Passphrases(PasswordHasher(1, 65536, 1))
    kept = await found.hash("correct horse")
    await found.check("x", None)

    async def seconds(kept: str | None) -> float:
        times = []
        for _ in range(5):
            began = time.process_time()
            assert await found.check("wrong horse", kept) == (False, None)
            times.append(time.process_time() - began)
        return min(times)

    known, unknown = await seconds(kept), await seconds(None)
    assert known / 2 < unknown < known * 2
    found.close()


async def test_what_waits_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WAITING", 3)
    found = Passphrases(QUICK)
    done = await asyncio.gather(
        *(found.hash("correct horse") for _ in range(6)), return_exceptions=True
    )
    assert sum(isinstance(one, BusyError) for one in done) == 3
    assert await found.hash("correct horse")
    found.close()
