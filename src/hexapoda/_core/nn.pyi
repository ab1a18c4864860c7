"""Networks."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


class BoardNetwork:
    """A residual network over the cells of a board."""

    def __init__(self, *, planes: int, height: int, width: int, channels: int, blocks: int, kinds: int, others: int, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], pieces: int = 0) -> None:
        """
        `weights` are laid out as in cpp/nn/board_network.hpp. Raises ValueError if their number is wrong or a weight
        is not finite.
        """

    def evaluate(self, observations: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], threads: int = 1) -> None:
        """
        Evaluate `observations`, float32 of shape [rows, size of an observation]. Writes `logits`, float32 of
        shape [rows, actions], and `values`, float32 of shape [rows]: -1 to 1 for the player to move.
        """
