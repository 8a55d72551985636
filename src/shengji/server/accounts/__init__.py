"""People: guests and accounts, their credentials and sessions, and tokens for programs."""
