"""HTTP endpoints of the rules: the form, and the check of chosen rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from litestar import Response
from litestar.params import FromPath

from shengji.rules import (
    GROUPS,
    OFTEN_CHANGED,
    PRESETS,
    SYSTEMS,
    Option,
    Rules,
    RulesError,
    is_option,
    options,
    rules_from,
)
from shengji.rules.domain import plain
from shengji.server.rules.offers import BotOffers
from shengji.server.rules.schemas import (
    BotLine,
    CheckedRules,
    CheckRules,
    GroupShape,
    OptionShape,
    PresetShape,
    RulesFault,
    RulesForm,
    ValueShape,
)
from shengji.server.rules.sheets import rules_state
from shengji.server.site.addresses import Addresses
from shengji.server.site.assets import Asset
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller
from shengji.server.site.schemas import Tongue
from shengji.server.site.words import rules_words, traditional

addresses = Addresses("rules")


@addresses.get("/api/rules/{tongue:str}")
async def form(caller: AnyCaller, tongue: FromPath[Tongue]) -> Response[RulesForm]:
    """The form for rules.

    Every option with its values, help and source, and the presets and systems, in one language.
    """
    return form_asset(tongue).response(caller.request)


@addresses.post("/api/rules/check")
async def check(caller: AnyCaller, data: CheckRules) -> CheckedRules:
    """Check rules.

    Reads rules as a table does, and returns their effect, or why they cannot be played.
    """
    return checked(data.rules, caller.services[BotOffers].lines)


@cache
def form_asset(tongue: Tongue) -> Asset:
    """The form in one language, as a cached response."""
    return Asset.made(msgspec.json.encode(rules_form(tongue)), "application/json")


def rules_form(tongue: Tongue) -> RulesForm:
    """Build the form for rules in one language."""

    def in_language(en: str, zh: str) -> str:
        if tongue == "en":
            return en
        return zh if tongue == "zh-Hans" else traditional(zh)

    def option_shape(option: Option) -> OptionShape:
        unset: list[object] = [None] if option.unset else []
        return OptionShape(
            name=option.name,
            group=option.group.name,
            kind=option.kind,
            title=in_language(option.title(), option.title("zh")),
            help=in_language(option.help(), option.help("zh")),
            source=option.text.source,
            condition=in_language(option.condition(), option.condition("zh")),
            values=tuple(
                ValueShape(
                    value=plain(value),
                    label=in_language(option.label(value), option.label(value, "zh")),
                    help=in_language(option.value_help(value), option.value_help(value, "zh")),
                )
                for value in [*unset, *option.values, *option.words]
            ),
            low=option.low,
            high=option.high,
            step=option.step,
        )

    texts = [preset for preset in PRESETS.values() if preset.kind == "text"]
    return RulesForm(
        language=tongue,
        groups=tuple(
            GroupShape(name=group.name, title=in_language(group.title, group.title_zh))
            for group in GROUPS
        ),
        options=tuple(map(option_shape, options())),
        often=OFTEN_CHANGED,
        texts=tuple(
            PresetShape(
                name=preset.name,
                known_as=in_language(preset.known_as, preset.known_as_zh),
                title=in_language(preset.title, preset.title_zh),
                note="\n".join(in_language(note.text, note.text_zh) for note in preset.notes),
            )
            for preset in texts
        ),
        systems=tuple(
            PresetShape(
                name=system.name,
                known_as=in_language(system.title, system.title_zh),
                title=in_language(system.title, system.title_zh),
                note=system.source,
            )
            for system in SYSTEMS.values()
        ),
    )


def checked(
    given: str | dict[str, Any], offered: Callable[[Rules], tuple[BotLine, ...]]
) -> CheckedRules:
    """Check rules; for invalid ones, the result describes their preset and system.

    Args:
        given: the rules.
        offered: returns the bots that can play by some rules.
    """
    fault = None
    try:
        rules = rules_from(given)
    except RulesError as error:
        rules = _base(given)
        option = error.field if is_option(error.field) else None
        fault = RulesFault(option=option, words=rules_words(error))
    state = rules_state(rules)
    return CheckedRules(
        values={option.name: plain(getattr(rules, option.name)) for option in options()},
        active=tuple(option.name for option in options() if rules.in_effect(option.name)),
        changed=tuple(changed.option for changed in state.changed),
        given=state.given,
        heading=state.heading,
        fault=fault,
        bots=offered(rules),
    )


def read_rules(given: str | dict[str, Any]) -> Rules:
    """Parse the rules of a request.

    Raises:
        ApiError: the rules cannot be played.
    """
    try:
        return rules_from(given)
    except RulesError as error:
        raise rules_refused(error) from None


def rules_refused(error: RulesError) -> ApiError:
    """Build the error for a request with unplayable rules."""
    said = rules_words(error)
    return ApiError("rules", why=said.en, why_zh=said.hans)


def _base(given: str | dict[str, Any]) -> Rules:
    """The valid preset and system named in some rules, without the other options."""
    if not isinstance(given, dict):
        return rules_from(None)
    preset, system = given.get("preset"), given.get("system")
    heads: dict[str, object] = {}
    if isinstance(preset, str) and preset in PRESETS:
        heads["preset"] = preset
    if isinstance(system, str) and system in SYSTEMS:
        heads["system"] = system
    try:
        return rules_from(heads)
    except RulesError:
        return rules_from(None)
