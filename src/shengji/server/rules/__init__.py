"""The rules of play as a form, and as a summary for the viewers of a table."""
