"""A first bot for Sheng Ji: plays low where it loses, and wins with what costs least.

It needs nothing but Python; docs/bots.md explains the messages. Seat it as
`exec:python examples/first_bot.py`.
"""

import json
import sys


def declare(ask):
    """Declare a suit in which we are long; else wait."""
    for cards in ask["options"] if ask["trump"]["suit"] is None else []:
        length = sum(card[-1] == cards[0][-1] for card in ask["hand"])
        if cards[0] not in ("SJ", "BJ") and 3 * length > len(ask["hand"]):
            return cards
    return []


def bury(ask):
    """Bury low cards without points, trumps last; the hand begins with its trumps."""
    rest = [card for card in reversed(ask["hand"]) if card[:-1] not in ("5", "10", "K", "A")]
    return (rest + [card for card in reversed(ask["hand"]) if card not in rest])[: ask["size"]]


def lead(ask):
    """Lead the longest unit, and of these the first: plays stand from high to low."""
    return max(ask["plays"], key=lambda play: len(play["cards"]))["cards"]


def follow(ask, table):
    """Give points to a partner; win where there are points; else give as little as we can."""
    if table["teams"] == "fixed" and (ask["winning"] - table["seat"]) % 2 == 0:
        return ask["plays"][-1]["cards"]
    winning = [play for play in ask["plays"] if play["wins"]]
    return (winning if winning and ask["points"] else ask["plays"])[0]["cards"]


def answer(ask, table):
    """The answer to a request, but for its id."""
    if ask["type"] == "redeal":
        return {"wanted": True}
    if ask["type"] == "call":
        return {"calls": [{"card": c, "ordinal": 1} for c in ask["cards"][: ask["calls"]]]}
    if ask["type"] == "follow":
        return {"cards": follow(ask, table)}
    decide = {"show": declare, "bury": bury, "land": lambda ask: [], "lead": lead}
    return {"cards": decide[ask["type"]](ask)}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        table, reply = message, {"type": "ready", "protocol": 1, "name": "first", "reuse": True}
    elif "id" in message:
        reply = {"id": message["id"], **answer(message, table)}
    else:
        continue
    print(json.dumps(reply), flush=True)
