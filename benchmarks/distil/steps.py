"""Gradient descent (Adam) for all arrays of a named tuple."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


class Steps:
    """The Adam optimizer.

    Args:
        numbers: the arrays, which are changed in place.

    Attributes:
        means, squares: the running moments of the gradients, as arrays of the same shapes.
    """

    def __init__(self, numbers: Sequence[Array], decay: float) -> None:
        self._numbers = numbers
        self._decay = decay
        self.means = [np.zeros_like(part) for part in numbers]
        self.squares = [np.zeros_like(part) for part in numbers]
        self.number = 0

    def step(self, slopes: Sequence[Array], pace: float) -> None:
        """Make one step with a gradient and a learning rate."""
        self.number += 1
        parts = zip(self._numbers, slopes, self.means, self.squares, strict=True)
        for part, slope, mean, square in parts:
            pull = slope + self._decay * part
            mean[...] = 0.9 * mean + 0.1 * pull
            square[...] = 0.999 * square + 0.001 * pull * pull
            height = mean / (1 - 0.9**self.number)
            part[...] -= pace * height / (np.sqrt(square / (1 - 0.999**self.number)) + 1e-8)
