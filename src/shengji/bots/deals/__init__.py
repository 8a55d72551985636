"""Complete deals: possible and likely places of the cards that a seat has not seen.

What lives here: certain knowledge of a seat (`memory`), possible places of unseen cards (`facts`),
their odds before any play (`prior`), drawing deals from both (`sampler`, with its kernels in
`fills`), and deals that explain the plays so far (`belief`). What may not: any use of cards that
the seat does not see, and decisions.
"""
