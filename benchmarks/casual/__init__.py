"""Simulated evenings of casual play, against the application in this process."""
