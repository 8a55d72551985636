"""Validation of rules: impossible values, and contradictions between options."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from shengji.cards import Rank
from shengji.rules.conditions import in_effect
from shengji.rules.derived import (
    HOOK_TARGETS,
    SMALLEST_KITTY,
    DerivedRules,
    reachable_levels,
    removable_jokers,
)
from shengji.rules.domain import (
    UNSET,
    allowed_words,
    bare,
    converted,
    is_quoted_number,
    nearest_name,
    numbers_of,
    plain,
    values_of,
    wrong_levels,
)
from shengji.rules.telling import Reason, RulesError

SMALLEST_HAND = 4
"""Minimum number of cards in a hand, which twelve players with one deck have."""


def check_value(name: str, value: object, annotation: Any) -> Any:
    """Validate and convert the value of a field, given as plain data or in its type.

    The word `unset` stands for `None`, which TOML cannot express.

    Raises:
        RulesError: the field cannot have this value.
    """
    if value == UNSET and numbers_of(annotation).unset:
        return None
    try:
        return converted(plain(value), annotation)
    except (msgspec.ValidationError, TypeError):
        allowed = allowed_words(annotation)
        nearest = nearest_name(value, [str(known) for known in values_of(annotation)])
        hint = f"; did you mean {nearest}?" if nearest else _fault(value, annotation)
        raise RulesError(
            f"{name} cannot be {_format_value(value)}{hint} Allowed: {allowed}",
            field=name,
            value=value,
            allowed=allowed,
            nearest=nearest,
        ) from None


def _format_value(value: object) -> str:
    """A value in notation, texts with quotes."""
    return str(bare(value)) if isinstance(value, bool) else repr(value)


def _fault(value: object, annotation: object) -> str:
    """The end of the message about an invalid value, with the reason where known."""
    numbers = numbers_of(annotation)
    if is_quoted_number(value, numbers.high):
        return f": a number stands without quotes, {str(value).strip()}."
    wrong = wrong_levels(value, numbers.levels)
    return f": {', '.join(map(repr, wrong))} cannot stand in it." if wrong else "."


def check_rules(rules: DerivedRules) -> None:
    """Check that the options do not contradict each other.

    Raises:
        RulesError: they do; with the first option concerned, and its allowed values.
    """
    _check_players(rules)
    _check_cards(rules)
    _check_draw(rules)
    _check_levels(rules)
    _check_points(rules)


def _refuse(
    rules: DerivedRules, field: str, why: str, why_zh: str, allowed: str, allowed_zh: str
) -> NoReturn:
    value = plain(getattr(rules, field))
    shown = ", ".join(map(str, value)) if isinstance(value, list) else bare(value)
    raise RulesError(
        f"{field} = {shown} cannot be: {why}; allowed here: {allowed}",
        field=field,
        value=value,
        allowed=allowed,
        reason=Reason(why, why_zh, allowed, allowed_zh),
    )


def _check_players(rules: DerivedRules) -> None:
    players = rules.players
    if rules.teams == "fixed" and players % 2:
        _refuse(
            rules,
            "players",
            f"{players} players do not make two fixed teams",
            f"{players} 个人不能分成两队",
            "4, 6, 8, 10, 12; or any number with teams = friends",
            "4、6、8、10、12；找朋友则人数不限",
        )
    if rules.teams == "friends":
        if isinstance(rules.friends_called, int) and rules.friends_called > players - 2:
            _refuse(
                rules,
                "friends_called",
                f"of {players} players nobody would be left as Opponent",
                f"{players} 个人里就没有闲家了",
                f"0 to {players - 2}",
                f"0 到 {players - 2}",
            )
        if rules.auto_level and players % 2:
            _refuse(
                rules,
                "auto_level",
                f"of {players} players the Opponents are the majority already",
                f"{players} 个人时闲家本来就占多数",
                "false; or an even number of players",
                "否；或改为偶数人",
            )


def _check_cards(rules: DerivedRules) -> None:
    all_cards, jokers = 54 * rules.deck_count, 2 * rules.deck_count
    if rules.jokers_removed == "to-fit":
        if removable_jokers(rules) is None:
            wanted = SMALLEST_KITTY if rules.kitty is None else rules.kitty
            over = (all_cards - wanted) % rules.players
            _refuse(
                rules,
                "jokers_removed",
                f"for a kitty of {wanted} there are {over} cards too many, and only {jokers} "
                f"Jokers",
                f"底牌要 {wanted} 张就多出 {over} 张牌，而王只有 {jokers} 张",
                f"0 to {jokers}; or another kitty",
                f"0 到 {jokers}；或改底牌张数",
            )
    elif rules.jokers_removed > jokers:
        _refuse(
            rules,
            "jokers_removed",
            f"there are only {jokers} Jokers",
            f"王只有 {jokers} 张",
            f"0 to {jokers}",
            f"0 到 {jokers}",
        )
    cards, players = rules.card_count, rules.players
    fits = [
        kitty
        for kitty in range(1, min(60, cards - SMALLEST_HAND * players) + 1)
        if (cards - kitty) % players == 0
    ]
    if rules.kitty is None:
        if rules.hand_size < SMALLEST_HAND:
            least = next(
                (d for d in range(1, 7) if (54 * d - SMALLEST_KITTY) // players > SMALLEST_HAND),
                6,
            )
            _refuse(
                rules,
                "decks",
                f"{cards} cards are too few for {players} players: each needs {SMALLEST_HAND}",
                f"{cards} 张牌不够 {players} 个人分：每人至少 {SMALLEST_HAND} 张",
                f"{least} to 6; or fewer Jokers removed, or a smaller kitty",
                f"{least} 到 6；或少去几张王，或减少底牌",
            )
    elif rules.kitty not in fits:
        if rules.kitty < cards and (cards - rules.kitty) % players:
            why = f"{cards} cards less {rules.kitty} do not split evenly among {players} players"
            why_zh = f"{cards} 张牌留 {rules.kitty} 张底后，{players} 个人不能平分"
        else:
            why = f"of {cards} cards each of {players} players needs at least {SMALLEST_HAND}"
            why_zh = f"{cards} 张牌里 {players} 个人每人至少要 {SMALLEST_HAND} 张"
        some, others = list(map(str, fits[:6])), len(fits) > 6
        _refuse(
            rules,
            "kitty",
            why,
            why_zh,
            ", ".join(some) + " ..." * others or "unset, with more decks",
            "、".join(some) + "……" * others or "不设，并加几副牌",
        )


def _check_draw(rules: DerivedRules) -> None:
    if rules.deck_count == 1:
        more, more_zh = "with decks = 2 or more", "须两副牌以上"
        no_pairs, no_pairs_zh = "one deck has no pairs", "一副牌没有对子"
        if rules.least_shown == 2:
            _refuse(rules, "least_shown", no_pairs, no_pairs_zh, f"1; 2 {more}", f"1；2 {more_zh}")
        if rules.joker_additions == "to-pairs":
            allowed = f"none | any; to-pairs {more}", f"不可、任意加王；级牌对加王{more_zh}"
            _refuse(rules, "joker_additions", no_pairs, no_pairs_zh, *allowed)
        if rules.land:
            _refuse(
                rules, "land", no_pairs, no_pairs_zh, f"false; true {more}", f"否；炒地皮{more_zh}"
            )
    if rules.joker_additions != "none" and len(rules.removed) == 2 * rules.deck_count:
        _refuse(
            rules,
            "joker_additions",
            "all Jokers are taken out",
            "王全都去掉了",
            "none; or fewer Jokers removed",
            "不可；或少去几张王",
        )


def _check_levels(rules: DerivedRules) -> None:
    if rules.last_level.order < rules.first_level.order:
        first = rules.first_level.value
        _refuse(
            rules,
            "last_level",
            f"it is below the first level, {first}",
            f"它低于起始级 {first}",
            f"{first} and above",
            f"{first} 及以上",
        )
    reached = reachable_levels(rules)
    low, high = reached[0].value, reached[-1].value
    for level in rules.hooks:
        if rules.hooks.count(level) > 1:
            _refuse(rules, "hooks", *_twice(level))
        if Rank(level) not in reached:
            played = [name for name in HOOK_TARGETS if Rank(name) in reached]
            _refuse(
                rules,
                "hooks",
                f"{level} is never played, only levels from {low} to {high}",
                f"打不到 {level}，只打 {low} 到 {high}",
                ", ".join(played) or "none",
                "、".join(played) or "无",
            )
    for must in rules.must_play:
        if rules.must_play.count(must) > 1:
            _refuse(rules, "must_play", *_twice(must.value))
        if must not in reached:
            _refuse(
                rules,
                "must_play",
                f"{must.value} is never played",
                f"打不到 {must.value}",
                f"levels from {low} to {high}",
                f"{low} 到 {high}",
            )


def _twice(level: str) -> Reason:
    return Reason(
        f"{level} stands there twice", f"{level} 写了两次", "each level once", "每级只写一次"
    )


def _check_points(rules: DerivedRules) -> None:
    threshold, step = rules.threshold_points, rules.step_points
    if threshold > rules.total_points:
        _refuse(
            rules,
            "threshold",
            f"there are only {rules.total_points} points",
            f"总共只有 {rules.total_points} 分",
            f"5 to {rules.total_points}",
            f"5 到 {rules.total_points}",
        )
    if threshold % step == 0 or not in_effect(rules, "step"):
        return
    fits = [str(s) for s in range(5, min(threshold, 600) + 1, 5) if threshold % s == 0]
    if rules.step is None:
        whole = [str(points) for points in range(step, rules.total_points + 1, step)]
        _refuse(
            rules,
            "threshold",
            f"it is not a whole number of steps of {step} points",
            f"它不是每级 {step} 分的整数倍",
            f"{', '.join(whole)}; or step = {' | '.join(fits)}",
            f"{'、'.join(whole)}；或每级 {'、'.join(fits)} 分",
        )
    _refuse(
        rules,
        "step",
        f"the threshold of {threshold} points is not a whole number of steps of {step}",
        f"上台分 {threshold} 不是每级 {step} 分的整数倍",
        ", ".join(fits),
        "、".join(fits),
    )
