"""How strong people are, from the rated matches that are over."""
