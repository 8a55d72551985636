"""The addresses of nights."""
