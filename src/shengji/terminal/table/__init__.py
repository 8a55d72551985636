"""The table in the terminal: the person in seat 0 against bots, as a screen or line by line.

What lives here: the session (a match with a person, bots, an adviser and a file to which every
event goes), the saved matches, and the texts in English and Chinese with what says them. On top of
these stand the screen (`screen`, painted by `widgets`) and the plain mode (`plain`), which do not
know each other. What may not: rules of the game, which are asked of `shengji.game` and
`shengji.play`, and anything that shows the person more than `view` gives to seat 0, but for
the review of a hand that is over.
"""
