"""Matchmaking: a queue for rated matches."""
