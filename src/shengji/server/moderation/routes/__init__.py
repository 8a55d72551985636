"""Endpoints of moderation and administration."""
