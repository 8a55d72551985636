"""Learning: decisions as data, and a net that is trained on what plays bring.

What lives here: decisions of bots as tables (`decisions`, `dataset`), decisions of the rule player
with what each play brought in the end (`collecting`, `samples`), what is fitted to them (`trees`,
`fitting`, `training`). What may not: how the trained net plays, which is a bot (`bots.learned`).
"""
