"""Friends: friend requests and links, presence, and blocks."""
