"""The rules of play as a form that people fill in, and as everyone at a table reads them."""
