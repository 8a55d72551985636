"""The description of each question in docs/judge.md, made from its type and that of its answer.

`python -m docs.questions` in the root of the project writes them.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import get_type_hints

import msgspec

from docs.marked import Marked
from shengji.judge import bids, course, plays, results
from shengji.judge.questions import Question

PAGE = Path(__file__).parent / "judge.md"


def _answers() -> Mapping[type, type[msgspec.Struct]]:
    """The type of the answer to each type of question."""
    found = {}
    for module in (plays, results, bids, course):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("answer_"):
                hints = get_type_hints(function)
                found[hints["question"]] = hints["return"]
    return found


def written() -> dict[Marked, str]:
    """The description of each question, by its place in the page."""
    answers = _answers()
    return {_place(kind): _described(kind, answers[kind]) for kind in Question.__args__}


def _place(kind: type) -> Marked:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    begin = f"<!-- {tag}: made by `python -m docs.questions`. -->\n"
    return Marked(PAGE, begin, "<!-- End of what is made. -->\n")


def _described(kind: type[msgspec.Struct], answer: type[msgspec.Struct]) -> str:
    own = msgspec.structs.fields(kind)
    required = [field.name for field in own if field.required]
    optional = [field.name for field in own if not field.required and field.name != "rules"]
    asked = f"Fields: {_quoted(required)}{'; optional: ' if optional else ''}{_quoted(optional)}."
    given = f"Fields of the answer: {_quoted(list(answer.__struct_fields__))}."
    return f"{_words(kind)}\n\n{asked}\n\n{_words(answer)}\n\n{given}\n"


def _words(kind: type) -> str:
    """The docstring of a type, one line each paragraph."""
    paragraphs = inspect.cleandoc(kind.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(part.split()) for part in paragraphs)


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    for place, text in written().items():
        place.write(text)
