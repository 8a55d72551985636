"""The table in the terminal: a match of the player in seat 0 against bots.

The package contains the session (a match with a player, bots, an adviser and a record), the saved
matches, and the texts in English and Chinese. Two independent interfaces use them: the screen
(`screen`, painted by `widgets`) and the plain mode (`plain`), which works line by line. Rules of
the game are in `shengji.game` and `shengji.play`. The interfaces show only the events of `view` for
seat 0, except in the review of a finished hand.
"""
