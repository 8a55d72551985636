"""Botzone's game of Tractor: its bots at our tables, and our bots there (docs/botzone.md).

`cards` has the numbers of the cards, `requests` the schema of the requests, `guest` seats a Botzone
program at a table, `translation` converts Botzone's requests to our events, `answers` makes one of
our bots answer them, and `logs` converts logs of games on Botzone to records.
"""
