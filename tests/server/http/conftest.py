from collections.abc import Iterator

import pytest

from tests.server.hashing import quick_hashes
from tests.server.http.site import Site, running


@pytest.fixture(scope="module", autouse=True)
def quick_passphrases() -> Iterator[None]:
    """Many accounts are made."""
    with quick_hashes():
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found
