"""How wide the search looks: how often it would have tried what other bots play.

`python -m benchmarks.candidates` lets bots play whole hands, and at each lead and follow that
leaves a choice asks which plays the searching players try there, given the same cards and the same
past. Counted is how many of the plays that were made are among them, or one that is as good; with
the rule player's own choice left out, which is always tried.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from functools import partial
from random import Random

from shengji.bots import Table, make_bot
from shengji.bots.ruled import RememberingBot
from shengji.bots.search.equals import alike, key_of
from shengji.bots.search.follow_candidates import follows
from shengji.bots.search.lead_candidates import leads
from shengji.cards import Card
from shengji.game import Event, Phase, Play, view
from shengji.rules import rules_from

SYSTEMS: dict[str, dict[str, object]] = {
    "default": {},
    "forty-points": {"preset": "forty-points"},
    "three-deck": {"preset": "three-deck"},
    "finding-friends, 5 players": {"preset": "finding-friends", "players": 5},
}
BOTS = ("basic", "easy", "random")


def covered(system: str, bot: str, hands: int) -> Counter[str]:
    """For leads and follows: how many left a choice, were not the rule's, and were tried."""
    rules, found = rules_from(SYSTEMS[system]), Counter[str]()
    for seed in range(hands):
        watching = [RememberingBot(rules, seat, seed) for seat in range(rules.players)]

        def tell(event: Event, watching: list[RememberingBot] = watching) -> None:
            for watcher in watching:
                watcher.observe(view(event, watcher.seat))

        bots = {seat: make_bot(bot, rules, seat, seed + seat) for seat in range(rules.players)}
        table = Table(rules, bots, Random(seed), tell)
        while table.match.hand is None or table.match.hand.phase is not Phase.ENDED:
            command = table.next_command()
            assert command is not None
            if isinstance(command, Play):
                found.update(_told_of(watching[command.seat], command.cards))
            table.carry_out(command)
    return found


def _told_of(watcher: RememberingBot, played: tuple[Card, ...]) -> Iterable[str]:
    """The counts for a play: that it was another than the rule's, and that it is tried."""
    hand = watcher.hand
    kind = "lead" if hand.trick is None else "follow"
    stand_in = alike(hand, watcher.memory, watcher.cards)
    key = partial(key_of, stand_in)
    if kind == "lead":
        rule = watcher.lead().cards
        tried = leads(hand, watcher.memory, stand_in, rule)
    else:
        rule = watcher.follow()
        thought = watcher.explain()
        weighed = [option.cards for option in thought.options] if thought else []
        tried = follows(watcher.cards, stand_in, watcher.lead_to_follow, rule, weighed)
    if len(watcher.cards) == len(played) or key(played) == key(rule):
        return
    yield f"{kind} other"
    if key(played) in map(key, tried):
        yield f"{kind} tried"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=100)
    hands = parser.parse_args().hands
    print("| rules | who played | other leads | tried | other follows | tried |")
    print("| --- | --- | --: | --: | --: | --: |")
    for system in SYSTEMS:
        for bot in BOTS:
            found = covered(system, bot, hands)
            cells = []
            for kind in ("lead", "follow"):
                other, tried = found[f"{kind} other"], found[f"{kind} tried"]
                cells += [str(other), f"{tried / max(1, other):.1%}"]
            print(f"| {system} | {bot} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
