"""Practice material for players: drills and puzzles, for any rules.

Drills are questions about the rules, answered by the judge (`drills`). Puzzles are hard decisions
with a verified best answer (`puzzles`). This package contains no rules (`shengji.game`), search
(`shengji.bots.search`) or evaluation (`shengji.review`), and does not store results of people,
which the server does.
"""
