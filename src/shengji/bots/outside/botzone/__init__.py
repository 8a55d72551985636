"""Botzone's game of Tractor: its bots at our tables, and our bots there (docs/botzone.md).

`cards` has the numbers of the cards, `requests` the shape of what is asked, `guest` seats a Botzone
program at a table, `translation` makes our events of Botzone's requests, `answers` lets one of our
bots answer them, and `logs` makes records of games that were played there.
"""
