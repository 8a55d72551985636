"""Friends: who plays with whom, who is here, and who is to be kept apart."""
