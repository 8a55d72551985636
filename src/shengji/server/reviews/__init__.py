"""Reviews of hands that are over, made in the background.

What lives here: `waiting`, in the database, what is to be made, whose turn it is, and how far each
has come; `queue`, where people ask, and where this server makes what it has taken; `hand_keys`,
which review is meant; `telling`, a review as browsers are told it. What may not: how a decision is
weighed, and the process of its own in which that is done, after whatever play needs
(`shengji.review`).
"""
