"""Sheng Ji Nights: their events, what follows from them, and what each is told."""
