"""The addresses of ratings."""
