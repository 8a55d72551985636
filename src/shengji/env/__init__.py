"""Environments for reinforcement learning: hands and matches in the usual interfaces.

This package has the layout of observations (`layout`), the encodings of actions (`actions`), and
the environments for PettingZoo (`shengji_v0`), Gymnasium (`vector`) and OpenSpiel (`spiel`). It
implements no rules: `shengji.game` and its `view` decide legality and secrecy.
"""
