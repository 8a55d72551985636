"""How many steps a second environments make: ours in lock step, RLCard's, OpenSpiel's."""
