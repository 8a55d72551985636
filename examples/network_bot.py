"""Plays at the tables of a site over the network, with any bot that speaks the lines of bots.md.

It needs nothing but Python. Make an account on the site, mark it as a bot's, make a token of it
with the scope `bot` (docs/bots.md, "Over the network"), put that into SHENGJI_TOKEN, and name the
site and what runs as the bot:

    SHENGJI_TOKEN=... python examples/network_bot.py https://cards.example.org python first_bot.py
"""

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

TOKEN = os.environ.get("SHENGJI_TOKEN", "")


def ask(address, body=None):
    """Send a request; the response, whose lines come as they are written."""
    head = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(address, body, head), timeout=60)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))  # we ask too often


def play(game, command):
    """Play in one seat: hand the lines to a program, and its answers back."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        heard, over = 0, False
        while not over:
            try:
                for line in ask(f"{game}?since={heard}"):
                    if not line.strip():
                        continue  # the connection stands
                    heard += 1
                    bot.stdin.write(line)
                    bot.stdin.flush()
                    message = json.loads(line)
                    over = message["type"] == "bye"
                    if "id" in message or message["type"] == "hello":
                        ask(game, bot.stdout.readline())
            except urllib.error.HTTPError as error:
                print(f"{game}: {error.read().decode()}", file=sys.stderr)
                over = error.code < 500
            except OSError:
                time.sleep(1)  # and go on with the line after the last one


def main(site, *command):
    """Be here, and play in each seat that is given."""
    games = set()
    while True:
        try:
            for line in ask(f"{site}/api/bot?games=4"):
                game = line.strip() and f"{site}/api/bot/games/{json.loads(line)['game']}"
                if game and game not in games:
                    games.add(game)
                    threading.Thread(target=play, args=(game, command)).start()
        except urllib.error.HTTPError as error:
            if error.code < 500:
                sys.exit(error.read().decode())
        except OSError:
            pass
        time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
