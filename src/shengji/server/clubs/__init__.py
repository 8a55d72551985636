"""Clubs: members with and without an account, nights, seasons."""
