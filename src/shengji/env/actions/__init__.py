"""Actions: the two ways in which a decision of a seat is a number, or several.

`rows` lists the legal decisions as the rows of a table, of which one is chosen: short for learners,
but where there are too many it leaves some out. `steps` names a decision piece by piece, a kind of
card at a time, and reaches every legal one. Neither knows a rule: both ask the game what is legal.
"""
