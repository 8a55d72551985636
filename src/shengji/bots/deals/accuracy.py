"""Measures `prior` on hands of bots, and how well drawn deals predict the places of cards.

    python -m shengji.bots.deals.accuracy BOT SYSTEM HANDS

plays HANDS hands of a system with one bot in every seat. It prints three measures:

- how often each kind of card is buried, of those that could be;
- how many trumps a player holds who declared them and did not bury;
- the mean logarithm of the probability that deals gave to the true place of an unseen card: with
  even odds, with those of `prior`, and with `belief`; and the share of plays that `belief` leaves
  unexplained.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from math import log
from random import Random

import numpy as np

from shengji.bots import Table, make_bot
from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.sampler import Deals, Sampler
from shengji.bots.ruled import RememberingBot
from shengji.cards import Card
from shengji.game import Event, Hand, HandEnded, Phase, view
from shengji.play.space import TRUMP, Space
from shengji.rules import Rules, rules_from

DEALS = 500
"""Number of deals drawn for a decision."""
IN_A_ROW = 4
"""Number of hands in a match; in the first one the Dealer is the player who declared."""
SHARE = 0.05
"""The share of all decisions that are measured."""
DOUBT = 0.01
"""The probability spread evenly over all boxes, so that the logarithm stays finite."""


def hands_of(name: str, rules: Rules, number: int) -> Iterator[tuple[Hand, RememberingBot | None]]:
    """Hands with all cards: at the first lead, and at sampled decisions with the deciding bot."""
    for seed in range(-(-number // IN_A_ROW)):
        chance = Random(seed)
        watching = [RememberingBot(rules, seat) for seat in range(rules.players)]

        def show(event: Event, watching: list[RememberingBot] = watching) -> None:
            for bot in watching:
                bot.observe(view(event, bot.seat))

        bots = {seat: make_bot(name, rules, seat, seat) for seat in range(rules.players)}
        table = Table(rules, bots, Random(seed), show)
        begun = ended = 0
        while ended < IN_A_ROW and (events := table.step()) is not None:
            hand = table.match.hand
            ended += any(isinstance(event, HandEnded) for event in events)
            if hand is None or hand.phase is not Phase.PLAY or hand.turn is None:
                continue
            if begun == ended:
                begun += 1
                yield hand, None
            if chance.random() < SHARE:
                yield hand, watching[hand.turn]


def kind_of(space: Space, card: Card) -> str:
    """The kind of a card, as used by the odds of burying."""
    if space.suit(card) == TRUMP:
        return "trump"
    rank = card.value[:-1]
    return {"J": "J Q", "Q": "J Q"}.get(rank, rank if rank in ("5", "10", "K", "A") else "low")


def score(space: Space, deals: Deals, truth: Hand, seat: int) -> Counter[str]:
    """The sums of log probabilities of the true places of unseen cards, and their numbers."""
    boxes = np.concatenate([deals.hands, deals.kitties[:, None]], axis=1)
    held = np.array([space.words(cards) for cards in (*truth.hands, truth.kitty or ())])
    found: Counter[str] = Counter()
    for place in range(54):
        chances = (boxes >> place & 1).sum(axis=2).mean(axis=0)
        copies = (held >> place & 1).sum(axis=1)
        chances[seat] = copies[seat] = 0
        if not copies.sum():
            continue
        chances = (1 - DOUBT) * chances / chances.sum() + DOUBT / truth.players
        for box in np.flatnonzero(copies):
            kitty = "kitty" if box == truth.players else "hands"
            found[f"log {kitty}"] += copies[box] * log(chances[box])
            found[kitty] += copies[box]
    return found


def measure(name: str, system: str, number: int) -> Iterator[str]:
    """The lines of the report."""
    rules = rules_from(system)
    kept: Counter[str] = Counter()
    buried: Counter[str] = Counter()
    trumps: Counter[str] = Counter()
    scores: dict[str, Counter[str]] = {"even": Counter(), "odds": Counter(), "belief": Counter()}
    unexplained: list[float] = []
    for hand, bot in hands_of(name, rules, number):
        space = hand.space
        if bot is None:
            assert hand.buried_by is not None
            kept.update(kind_of(space, card) for card in hand.hands[hand.buried_by])
            buried.update(kind_of(space, card) for card in hand.kitty or ())
            trumps += declared(hand)
            continue
        believed = BelievedSampler(bot.hand, bot.memory, 1)
        samplers = (Sampler(bot.hand, bot.memory, 1, even=True), Sampler(bot.hand, bot.memory, 1))
        for way, sampler in zip(scores, (*samplers, believed), strict=True):
            scores[way].update(score(space, sampler.draw(DEALS), hand, bot.seat))
        if believed.past.asked.any():
            unexplained.append(
                believed.chains.misfits[:, :-1].sum(axis=1).mean() / believed.past.asked.sum()
            )
    for kind in sorted(kept | buried):
        yield f"{kind:>8} buried {buried[kind] / (kept[kind] + buried[kind]):7.2%}"
    if trumps["others"]:
        yield f"declarer holds {trumps['declarer'] / trumps['others']:.2f} times as many trumps"
    for way, found in scores.items():
        logs, cards = found["log hands"] + found["log kitty"], found["hands"] + found["kitty"]
        yield (
            f"{way:>8} {logs / cards:8.4f} a card of {cards}, "
            f"{found['log kitty'] / max(1, found['kitty']):8.4f} a card of the kitty"
        )
    yield f"belief leaves {np.mean(unexplained):.0%} of the plays unexplained"


def declared(hand: Hand) -> Counter[str]:
    """The number of trumps, without those shown, of the declarer and of an average other seat."""
    found: Counter[str] = Counter()
    shown = hand.shown[-1] if hand.shown else None
    if shown is None or shown.seat == hand.buried_by or hand.land:
        return found
    others = [s for s in range(hand.players) if s not in (shown.seat, hand.buried_by)]
    counts = [sum(hand.space.suit(card) == TRUMP for card in cards) for cards in hand.hands]
    size, rest = hand.sizes[shown.seat], hand.sizes[shown.seat] - len(shown.cards)
    found["declarer"] = 1000 * (counts[shown.seat] - len(shown.cards))
    found["others"] = 1000 * sum(counts[s] for s in others) * rest // (len(others) * size)
    return found


if __name__ == "__main__":
    for line in measure(sys.argv[1], sys.argv[2], int(sys.argv[3])):
        print(line)
