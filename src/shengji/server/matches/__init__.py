"""Matches that are over: their records, who may see them, and what people have done in them."""
