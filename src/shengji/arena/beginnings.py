"""Hands at their first lead, declared and buried by rule-based bots."""

from __future__ import annotations

from shengji.arena.duel import Duel
from shengji.arena.plan import start_of
from shengji.bots import Table
from shengji.bots.bot import Bot
from shengji.bots.ruled import RememberingBot
from shengji.game import Phase
from shengji.rules import Rules


def at_first_lead(rules: Rules, seed: int, number: int, bot: type[Bot] = RememberingBot) -> Table:
    """Play to the first lead of a hand in the middle of a match.

    Hands are numbered within a seed, as the deals of the arena.

    >>> table = at_first_lead(Rules(), seed=1, number=0)
    >>> hand = table.match.hand
    >>> hand.phase.value, [len(cards) for cards in hand.hands]
    ('play', [25, 25, 25, 25])
    """
    start = start_of(Duel(rules, (bot.name, bot.name), seed=seed), number)
    bots = {seat: bot(rules, seat, start.bot_seeds[seat]) for seat in range(rules.players)}
    table = Table(rules, bots, start.chance)
    if start.rank is not None:
        table.begin_at([start.rank] * rules.players, start.dealer)
    while table.match.hand is None or table.match.hand.phase is not Phase.PLAY:
        table.step()
    return table
