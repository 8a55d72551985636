"""Tables under way: what is asked of them, what happens there, who sees what of it."""
