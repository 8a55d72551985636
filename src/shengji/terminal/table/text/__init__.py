"""Every text of the table in English and Chinese, by key.

Keys ending in `.you` are used instead of the plain key when the seat that acts is the person's,
those ending in `.one` when it is about one card.
Both languages must use the same placeholders; how a parameter is written out depends on its name
(`shengji.terminal.table.speaker`).
"""

from __future__ import annotations

from shengji.terminal.table.text.bots import BOTS
from shengji.terminal.table.text.form import FORM
from shengji.terminal.table.text.plain import PLAIN
from shengji.terminal.table.text.prompts import ASKING
from shengji.terminal.table.text.sheets import SHEETS
from shengji.terminal.table.text.state import STATE

TEXTS: dict[str, tuple[str, str]] = {**STATE, **ASKING, **SHEETS, **FORM, **BOTS, **PLAIN}
"""Key to (English, Chinese)."""
