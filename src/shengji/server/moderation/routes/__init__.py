"""The addresses of those who keep the site."""
