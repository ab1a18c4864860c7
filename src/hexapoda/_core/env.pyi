"""Batch environments: many games at once, for learning."""

from typing import Annotated, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import hexapoda._core
import hexapoda._core.hex
import hexapoda._core.hive
import hexapoda._core.nn


class BatchArrays:
    """
    The arrays that a batch writes; observations, masks and moves may be missing.
    """

    def __init__(self, *, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, players: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], plies: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], legal: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], moves: Annotated[NDArray[numpy.int16], dict(shape=(None, None, None), order='C', device='cpu')] | None = None) -> None: ...

class Batch:
    """
    Many games that advance in lockstep. Calls release the GIL; only one runs at a time.
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

    def copy(self, source: Batch, from_games: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Make each game a copy of a game of another batch, or of this one, whose number `from_games`, int64 of
        shape [count], gives; -1 for one that stays. Returns the first game that would have more legal
        actions than there are rows for them: then nothing has changed. Otherwise returns -1. Raises ValueError
        for games of another kind.
        """

    def history(self, game: int) -> list[int]:
        """The actions of a game since it began."""

    def restore(self, game: int, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], over: bool) -> int:
        """
        Begin a game and play actions, int32. Returns the index of the first that is illegal: then the game is at
        its start. Otherwise returns -1.
        """

    def over(self, game: int) -> bool:
        """Whether a game has ended and was not begun again."""

    def random_state(self, game: int) -> int:
        """The state of the generator of its random actions."""

    def set_random_state(self, game: int, state: int) -> None:
        """Set the state of the generator, as `random_state` returned it."""

class Search:
    """Searches with a network for all games of a batch."""

    def __init__(self, batch: Batch, *, planes: numpy.typing.NDArray[numpy.float32] | None, numbers: numpy.typing.NDArray[numpy.int8] | None, masks: numpy.typing.NDArray[numpy.int8], waiting: numpy.typing.NDArray[numpy.bool_], leaves: int, gumbel: bool, simulations: int, exploration: float, unvisited_loss: float, noise: float, noise_alpha: float, considered: int, value_scale: float, most_nodes: int = 1073741824, seed: int = 0) -> None: ...

    def begin(self, simulations: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Begin a search of each game that is not over, keeping its tree. `simulations` is how many each game gets;
        None: as many as the search was made for.
        """

    def collect(self) -> int:
        """
        Walk to leaves and write their rows. Returns how many wait; 0 when all searches are complete, -1 if a game
        has moved on since `begin`, and -2 if none waits yet: call it again.
        """

    def backpropagate(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Take the evaluations of the rows that wait. Returns a row that is not finite: then nothing has changed.
        Otherwise returns -1.
        """

    @overload
    def run(self, network: hexapoda._core.nn.BoardNetwork, seconds: float, stop: hexapoda._core.StopToken | None = None) -> bool:
        """
        Continue the searches with a compiled network until all are complete, for at most `seconds`, or until the
        token is set. Returns whether all are complete. Raises ValueError if the network does not fit or returns
        numbers that are not finite, and if a game has moved on since `begin`.
        """

    @overload
    def run(self, network: hexapoda._core.hex.PlanesNetwork, seconds: float, stop: hexapoda._core.StopToken | None = None) -> bool: ...

    def results(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], policies: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Write the action to play, the policy, and the value for the player to move, of each game.
        """

    def advance(self) -> None:
        """
        Keep only the part of each tree that follows the last step of the batch.
        """

    def tree_size(self, game: int) -> int:
        """The number of nodes of the tree of a game."""

    def line(self, game: int) -> list[int]:
        """The principal variation of the search of a game, as actions."""

    def moves(self, game: int) -> list[tuple[int, int, float, float, float, int]]:
        """
        The moves of the root of a game: action, visits, value, prior, probability in the improved policy, and
        proof (0 open, 1 won, 2 drawn, 3 lost).
        """

def hive(start: hexapoda._core.hive.PositionCore, *, window: int, action_window: int, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """
    Games of Hive. `window` is that of the planes, 0 for tokens; `action_window` that of the actions `cells`, 0 for
    `openspiel`.
    """

def hive_planes(position: hexapoda._core.hive.PositionCore, player: int, *, window: int, out: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Write the observation `planes` as a player sees it. Raises ValueError if the hive does not fit in the window.
    """

def hive_tokens(position: hexapoda._core.hive.PositionCore, player: int, *, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Write the observation `tokens` as a player sees it."""

def hive_numbers(position: hexapoda._core.hive.PositionCore, *, action_window: int) -> list[int]:
    """
    The number of each legal move, in their order, in the actions `cells`, or `openspiel` if the window is 0. A
    move may have several numbers in `openspiel`: this is the lowest. Raises ValueError if the hive does not fit in
    the window.
    """

def hex(start: hexapoda._core.hex.PositionCore, *, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """Games of Hex."""
