"""Practice: what a player can be asked, and what is right, for any rules.

What lives here: drills of the rules, whose answers are the judge's (`drills`), and puzzles, hard
decisions whose best answer has been verified (`puzzles`). What may not: rules, which the game has;
ways of searching (`shengji.bots.search`), and weighing of its own (`shengji.review`); who has
solved what, which the server keeps.
"""
