"""The addresses of matches that are over."""
