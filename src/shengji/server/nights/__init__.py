"""Sheng Ji Nights on the server: live nights, storage, side effects, views and HTTP routes."""
