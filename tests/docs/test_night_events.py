"""The page of a night's events says what their declarations say."""

from __future__ import annotations

from docs.night_events import written


def test_the_tables_of_events_and_commands_are_those_of_their_declarations() -> None:
    for place, text in written().items():
        assert place.read() == text, "run `python -m docs.night_events`"
        assert text.count("| `") > 30
