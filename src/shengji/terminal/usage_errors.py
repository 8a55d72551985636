"""Usage errors of Typer, translated.

Typer has only English messages. They are recognized by patterns; an unknown one, for example of
another version, is shown unchanged.
"""

from __future__ import annotations

import re

from shengji.words import Phrase, Spoken

_FORMS = {
    "no-such-option": r"No such option:? '?(?P<name>[^ ']+)'?.*",
    "no-such-command": r"No such command '(?P<name>.*?)'.*",
    "missing-command": r"Missing command\.",
    "missing": r"Missing [a-z]+:? '?(?P<name>.+?)'?\.?",
    "needs-value": r"Option '?(?P<name>.+?)'? requires an argument\.",
    "needs-values": r"Option '?(?P<name>.+?)'? requires (?P<count>[0-9]+) arguments\.",
    "takes-none": r"Option '?(?P<name>.+?)'? does not take a value\.",
    "extra": r"Got unexpected extra argument\S* \((?P<names>.*)\)",
    "value": r"Invalid value for '?(?P<name>[^' :]+)[^:]*: (?P<why>.*)",
}
"""Patterns of Typer's messages, by the key of the translation."""

_VALUES = {
    "choice": r".*'(?P<given>.*)' is not one of (?P<names>.*)\.",
    "whole": r".*a valid int.*",
    "number": r".*a valid (?:float|number).*",
    "least": r"Input should be greater than or equal to (?P<least>.*)",
    "most": r"Input should be less than or equal to (?P<most>.*)",
    "range": r"(?P<given>.*) is not in the range (?P<range>.*)\.",
    "no-file": r"[A-Za-z]+ '(?P<given>.*)' does not exist\.",
}
"""Patterns of Typer's messages about a value, by the key of the translation."""


def usage_error(error: Exception) -> Spoken | None:
    """Translate an error of Typer; `None` for any other error.

    >>> import typer
    >>> usage_error(typer.BadParameter("'3x' is not a valid int.", param_hint="--seed")).render(
    ...     "zh"
    ... )
    '--seed 须是整数'
    """
    tell = getattr(error, "format_message", None)
    if tell is None:
        return None
    message = str(tell()).strip()
    found = _known(message, _FORMS)
    if found is None:
        return Phrase("misuse", "other", message=message)
    key, told = found
    if key == "value" and (reason := _known(told["why"], _VALUES)) is not None:
        key, told = f"value.{reason[0]}", {"name": told["name"], **reason[1]}
    if "names" in told:
        told["names"] = "、".join(re.split(r"\s*,\s*|\s+", told["names"].replace("'", "")))
    return Phrase("misuse", key, **told)


def _known(message: str, forms: dict[str, str]) -> tuple[str, dict[str, str]] | None:
    """The key and the parameters of a message with a known pattern."""
    for key, form in forms.items():
        found = re.fullmatch(form, message, re.DOTALL)
        if found is not None:
            return key, dict(found.groupdict())
    return None
