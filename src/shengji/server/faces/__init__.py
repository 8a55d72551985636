"""Faces: the pictures that people have chosen, and a line that they say of themselves."""
