"""Learning: decisions as data, and a neural net trained on the results of plays.

`decisions` and `dataset` export bots' decisions as tables. `collecting` and `samples` collect
decisions of the rule player with the result of each play. `trees`, `fitting` and `training` fit
models to them. The bot that plays with the trained net is in `bots.learned`.
"""
