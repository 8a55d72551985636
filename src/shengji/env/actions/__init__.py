"""Actions: two encodings of a decision as numbers.

`rows` lists the legal decisions as rows of a table, and an action selects one. It is short, but
leaves decisions out if there are too many. `steps` names a decision piece by piece, one kind of
card at a time, and reaches every legal one. Both obtain the legal decisions from `shengji.game`.
"""
