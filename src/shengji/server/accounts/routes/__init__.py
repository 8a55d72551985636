"""The addresses of people and their accounts."""
