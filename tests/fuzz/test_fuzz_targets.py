"""All inputs that are kept of fuzzing are decoded or refused, each decoder's own way."""

from __future__ import annotations

import pytest

from tests.fuzz.targets import CORPUS, TARGETS
from tests.test_bounds import BOUNDED_ABOVE


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_kept_is_decoded_or_refused(name: str) -> None:
    """They are parts of real files and messages, and past findings."""
    target = TARGETS[name]
    inputs = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    assert max(map(len, inputs)) <= target.longest
    accepted = [target.accepts(data) for data in inputs]
    assert any(accepted)


def test_every_place_that_decodes_is_fuzzed() -> None:
    assert {place for target in TARGETS.values() for place in target.places} == {*BOUNDED_ABOVE}


def test_the_corpus_is_small_and_of_these_decoders() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == {*TARGETS}
    assert sum(path.stat().st_size for path in CORPUS.glob("*/*")) < 220_000
