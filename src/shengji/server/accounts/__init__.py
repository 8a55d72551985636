"""People: guests and accounts, how they are known, and what programs may do for them."""
