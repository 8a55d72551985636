"""The addresses of reviews."""
