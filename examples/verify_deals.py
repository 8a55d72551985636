"""Check who shuffled the deals of a record (docs/deals.md): `python verify_deals.py FILE`."""

import hashlib
import hmac
import itertools
import json
import re
import sys
from collections import Counter
from pathlib import Path

ORDER = [rank + suit for suit in "DCHS" for rank in [*"23456789", "10", *"JQKA"]] + ["SJ", "BJ"]
FACTS = re.compile("([0-9a-f]{64}) hand=([0-9]+) deal=([0-9]+) .* table=([0-9a-f]{64})")


def need(holds, otherwise):
    """Raise `ValueError` unless a condition holds."""
    if not holds:
        raise ValueError(otherwise)


def sha256(data):
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def line_of(request, table):
    """Write a request as one line, to which the seed is bound."""
    seats = ",".join(seat["why"] or seat["commitment"] for seat in request["seats"])
    names = "match", "hand", "deal", "first", "rules", "previous", "server"
    facts = " ".join(f"{name}={request[name]}" for name in names).replace("None", "-")
    return f"shengji-deal-1 request={request['number']} table={table} {facts} seats={seats}"


def numbers_from(shares, line):
    """Make the function that gives the next number below a bound, from HKDF-SHA-256."""
    key = hmac.digest(bytes(32), bytes.fromhex("".join(shares)), "sha256")
    block, stream = b"", b""
    for number in range(1, 256):
        block = hmac.digest(key, block + line.encode() + bytes([number]), "sha256")
        stream += block
    words = (int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4))
    return lambda bound: next(word for word in words if word < 2**32 - 2**32 % bound) % bound


class Deals:
    """The deals of a record, in order."""

    def __init__(self, header):
        form = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
        self.rules = sha256(json.dumps(header["rules"], **form).encode())
        self.names = ["".join(filter(str.isprintable, name)) for name in header["seats"]]
        self.last, self.unchecked = None, 0

    def take(self, event):
        """Take the next event; return who shuffled a deck that is shown."""
        match event.get("event"):
            case "hand_started":
                self.started, self.drawn, self.takers = event, [], []
                self.played = {seat: Counter() for seat in range(len(self.names))}
                self.unchecked += 1
            case "card_drawn":
                self.drawn.append(event["card"])
            case "kitty_taken":
                self.takers.append(event["seat"])
            case "played":
                self.played[event["seat"]].update(event["cards"])
            case "deck_shown":
                return self.shufflers(event["deck"], event["salt"])
        return None

    def shufflers(self, deck, salt):
        """Check a deck that is shown, and name who shuffled it."""
        started, self.started = self.started, None  # A deck is shown once.
        committed = sha256(f"{salt} {' '.join(deck)}".encode())
        need(committed == started["commitment"], "another deck was committed to")
        self.check_cards(deck, started["first"])
        self.unchecked -= 1
        if "shares" not in started:
            return "the server alone"
        need(FACTS.fullmatch(salt), "the salt does not state the deal")
        server_share, hand, deal, table = FACTS.fullmatch(salt).groups()
        request, given_up = started["shares"]["request"], started["shares"]["given_up"]
        line, requests = line_of(request, table), [*given_up, request]
        need(f" hand={hand} deal={deal} " in line, "the request is of another deal")
        need(f" rules={self.rules} " in line, "the request is of other rules")
        is_first = deal == "1" and request["match"] == 1
        begins = requests[0]["number"] == 1 and requests[0]["previous"] is None
        need(begins or not is_first, "the first requests are missing")
        for one, after in itertools.pairwise(requests):
            is_late = not self.check_request(one, one["server_share"], table)
            is_ended = deal == "1" and one["match"] < after["match"]
            need(is_late or is_ended, "a complete request was given up")
        need(self.check_request(request, server_share, table), "a share is missing")
        shares = [seat["share"] for seat in request["seats"] if seat["share"]]
        below = numbers_from([server_share, *shares], line)
        pack, counted, drawer = sorted(deck, key=ORDER.index), [], request["first"]
        for place in range(len(pack) - 1, 0, -1):
            other = below(place + 1)
            pack[place], pack[other] = pack[other], pack[place]
        need(pack == deck, "the shares lead to another deck")
        is_drawn = deal == "1" and started["dealer"] is None
        need(is_drawn != isinstance(drawer, int), "the first drawer is fixed otherwise")
        drawer = below(len(self.names)) if drawer == "random" else drawer
        while not isinstance(drawer, int):
            counted.append(pack[below(len(pack))])
            if counted[-1][0] not in ("SBA" if drawer == "counted" else "SB"):
                drawer = (ORDER.index(counted[-1]) + 1) % 13 % len(self.names)
        need([counted, drawer] == [started["turned"], started["first"]], "another first drawer")
        names = [name for name, at in zip(self.names, request["seats"], strict=True) if at["share"]]
        return f"{', '.join([*names, 'the server'])}; begun {len(given_up) + 1}x"

    def check_request(self, request, server_share, table):
        """Check the shares, and what the request follows; return whether all shares are there."""
        own = {"share": server_share, "commitment": request["server"], "why": None}
        for seat, at in enumerate([own, *request["seats"]], -1):
            share, commitment, why = at["share"], at["commitment"], at["why"]
            reasons = "bot", "away", "none", "out", "limit"
            need(not why if commitment else why in reasons, f"seat {seat} has no commitment")
            fits = sha256(bytes.fromhex(share)) == commitment if share else seat >= 0
            need(fits, f"the share of seat {seat} (-1: the server) does not fit")
        need(self.last in (None, (request["number"] - 1, request["previous"])), "a gap in requests")
        self.last = request["number"], sha256(line_of(request, table).encode())
        return all(at["share"] or at["why"] for at in request["seats"])

    def check_cards(self, deck, first):
        """Check that the deck is of whole packs, Jokers aside, and gave the cards seen."""
        counts, drawn, players = Counter(deck), len(self.drawn), len(self.names)
        need(len({counts[card] for card in ORDER[:52]}) == 1, "the deck is no whole pack")
        need(all(card in (None, deck[at]) for at, card in enumerate(self.drawn)), "other draws")
        for seat, cards in self.played.items():
            given = Counter(deck[(seat - first) % players : drawn : players])
            given += Counter(deck[drawn:]) if seat in self.takers else Counter()
            need(len(self.takers) > 1 or cards <= given, f"{self.names[seat]} had other cards")


def main(path):
    """Print who shuffled each deal of a record; return the exit status."""
    hand = 0
    try:
        header, *events = map(json.loads, Path(path).read_text(encoding="utf-8").splitlines())
        deals = Deals(header)
        for event in events:
            hand += event.get("event") == "hand_started"
            if names := deals.take(event):
                print(f"deal {hand}: {names}")
    except (AttributeError, LookupError, TypeError, ValueError) as wrong:
        return print(f"deal {hand}: WRONG: {wrong}") or 1
    print(f"{deals.unchecked} deals could not be checked, since no deck is shown")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
