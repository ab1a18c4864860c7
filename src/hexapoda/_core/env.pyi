"""Batch environments: many games at once, for learning."""

from typing import Annotated

import numpy
from numpy.typing import NDArray

import hexapoda._core.hex
import hexapoda._core.hive


class BatchArrays:
    """The arrays that a batch writes; observations and masks may be missing."""

    def __init__(self, *, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, players: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], plies: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], legal: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

class Batch:
    """
    Many games that are played in step. Calls release the GIL, one at a time.
    """

    def reset(self, which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Begin the games that `which`, bool of shape [count], marks; all by default.
        """

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Play an action, int64 of shape [count], in each game that is not over. Returns the first game whose
        action is an error: not a number of an action, or illegal if that does not lose. Then nothing has
        changed. Otherwise returns -1.
        """

    def sample(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Write a random legal action for each game, 0 for a game that is over."""

def hive(start: hexapoda._core.hive.PositionCore, *, window: int, action_window: int, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """
    Games of Hive. `window` is that of the planes, 0 for tokens; `action_window` that of the actions `cells`, 0 for
    `openspiel`.
    """

def hex(start: hexapoda._core.hex.PositionCore, *, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """Games of Hex."""
