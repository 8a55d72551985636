"""Card games of RLCard and OpenSpiel, at random: run by a Python that has them, without ours.

python others.py NAME SECONDS plays one of `GAMES` for so many seconds of CPU time and prints a line
of JSON: how many steps it made, and in how many seconds. A step is a decision of a player: what may
be chosen is asked, what the player knows is written, and one of the choices is made; dealing counts
as time and not as steps.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

Steps = Callable[[Random], int]
"""Plays a hand; how many steps that were."""


def rlcard_hand(env: object, chance: Random) -> int:
    """A hand of RLCard, whose states have the observation and the legal actions."""
    state, _ = env.reset()  # type: ignore[attr-defined]
    steps = 0
    while not env.is_over():  # type: ignore[attr-defined]
        action = chance.choice(list(state["legal_actions"]))
        state, _ = env.step(action)  # type: ignore[attr-defined]
        steps += 1
    return steps


def spiel_hand(game: object, chance: Random) -> int:
    """A hand of OpenSpiel with its tensor of what the player knows, and the mask."""
    state = game.new_initial_state()  # type: ignore[attr-defined]
    observes = game.get_type().provides_observation_tensor  # type: ignore[attr-defined]
    steps = 0
    while not state.is_terminal():
        if not state.is_chance_node():
            state.legal_actions_mask()
            _ = state.observation_tensor() if observes else state.information_state_tensor()
            steps += 1
        state.apply_action(chance.choice(state.legal_actions()))
    return steps


def rlcard_game(name: str) -> Steps:
    import rlcard  # type: ignore[import-not-found]  # noqa: PLC0415

    return partial(rlcard_hand, rlcard.make(name, config={"seed": 1}))


def spiel_game(name: str) -> Steps:
    import pyspiel  # noqa: PLC0415

    return partial(spiel_hand, pyspiel.load_game(name))


GAMES: dict[str, Callable[[], Steps]] = {
    "rlcard/gin-rummy": partial(rlcard_game, "gin-rummy"),
    "rlcard/doudizhu": partial(rlcard_game, "doudizhu"),
    "open_spiel/hearts": partial(spiel_game, "hearts"),
    "open_spiel/skat": partial(spiel_game, "skat"),
}


def main() -> None:
    name, seconds = sys.argv[1], float(sys.argv[2])
    play, chance = GAMES[name](), Random(1)
    play(chance)
    begun = time.process_time()
    steps = 0
    while (spent := time.process_time() - begun) < seconds:
        steps += play(chance)
    print(json.dumps({"steps": steps, "seconds": spent}))


if __name__ == "__main__":
    main()
