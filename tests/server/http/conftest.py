from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from tests.server.http.site import Site, running


@pytest.fixture(scope="session", autouse=True)
def quick_hashes() -> Iterator[None]:
    """Argon2 as quick as it can be, since all of them together are many."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shengji.server.accounts.passphrases.PasswordHasher", lambda: quick)
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found
