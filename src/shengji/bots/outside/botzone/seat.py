"""The player of a game's requests, inferred when no request names it, as in 2023."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.bots.outside.botzone.requests import PLAYERS, Numbers, Request


def seat_of(requests: Sequence[Request], responses: Sequence[Numbers]) -> int:
    """The player that the requests of a game are sent to.

    It follows from the first request, the burial of the kitty, the turn in a trick, or an answered
    declaration. Before any of these, any player without a declaration is returned: until then it
    makes no difference.

    Args:
        requests: all requests of the game so far.
        responses: the answers to them; the last request may not have one yet.
    """
    if requests[0].playerpos is not None:
        return requests[0].playerpos
    for request in requests:
        if request.stage == "cover" and request.state.banking.banker >= 0:
            return request.state.banking.banker
        if request.stage == "play" and request.history is not None:
            _, now, _, leader = request.history
            return (leader + len(now)) % PLAYERS
    for response, request in zip(responses, requests[1:], strict=False):
        banking = request.state.banking
        declared = banking.called if len(response) == 1 else banking.snatched
        if response and declared >= 0:
            return declared
    last = requests[-1].state.banking
    return next(seat for seat in range(PLAYERS) if seat not in (last.called, last.snatched))
