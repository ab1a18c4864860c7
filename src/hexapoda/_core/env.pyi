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
    The arrays that a batch writes; observations, masks and moves are optional.
    """

    def __init__(self, *, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')] | None, numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, masks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')] | None, players: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], plies: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], legal: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], moves: Annotated[NDArray[numpy.int16], dict(shape=(None, None, None), order='C', device='cpu')] | None = None) -> None: ...

class Batch:
    """
    Many games that advance in lockstep. Calls release the GIL; only one can run at a time.
    """

    def reset(self, which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Begin the games marked in `which`, bool of shape [count]; by default, all of them.
        """

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Play `actions`, int64 of shape [count], one in each game that is not over, and return -1. If an action is
        invalid, change nothing and return the first game with such an action. An action is invalid if its number
        is out of range, or if it is illegal and illegal actions do not lose.
        """

    def sample(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Write a random legal action for each game; 0 for a game that is over."""

    def copy(self, source: Batch, from_games: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Replace games with copies of games in `source`, another batch or this one, and return -1. For each game,
        `from_games`, int64 of shape [count], has the number of the game to copy, or -1 to leave it unchanged. If
        a game would have more legal actions than there are rows for, change nothing and return the first such
        game. Raises ValueError if the batches differ in game or encodings.
        """

    def history(self, game: int) -> list[int]:
        """The actions of a game since it began."""

    def restore(self, game: int, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], over: bool) -> int:
        """
        Restart a game, play `actions`, int32, and return -1. If an action is illegal or comes after the end,
        return its index and leave the game at its start. With `over`, the game is over after the actions even if
        they do not end it.
        """

    def over(self, game: int) -> bool:
        """Whether a game has ended and has not begun again."""

    def random_state(self, game: int) -> int:
        """The state of a game's random number generator."""

    def set_random_state(self, game: int, state: int) -> None:
        """Set the state of a game's random number generator."""

class Search:
    """Network searches for all games of a batch."""

    def __init__(self, batch: Batch, *, planes: numpy.typing.NDArray[numpy.float32] | None, numbers: numpy.typing.NDArray[numpy.int8] | None, masks: numpy.typing.NDArray[numpy.int8], waiting: numpy.typing.NDArray[numpy.bool_], leaves: int, gumbel: bool, simulations: int, exploration: float, unvisited_loss: float, noise: float, noise_alpha: float, considered: int, value_scale: float, most_nodes: int = 1073741824, seed: int = 0) -> None: ...

    def begin(self, simulations: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Begin a search of each game that is not over, keeping its tree. `simulations`, int32 of shape [count], is
        the number of simulations for each game; by default, it is the number given to the constructor.
        """

    def collect(self) -> int:
        """
        Walk to leaves and write their rows. Returns the number of rows that are waiting for an evaluation; 0 when
        all searches are complete; -1 if a game has moved on since `begin`; -2 if nothing is waiting yet but some
        searches are incomplete: call it again.
        """

    def backpropagate(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Expand the waiting leaves, back up their values, and return -1. If a number is not finite, change nothing
        and return its row.
        """

    @overload
    def run(self, network: hexapoda._core.nn.BoardNetwork, seconds: float, stop: hexapoda._core.StopToken | None = None) -> bool:
        """
        Continue the searches with a compiled network until all are complete, `seconds` have passed, or `stop` is
        set. Returns whether all are complete. Raises ValueError if the network does not fit the games or returns
        numbers that are not finite, or if a game has moved on since `begin`.
        """

    @overload
    def run(self, network: hexapoda._core.hex.PlanesNetwork, seconds: float, stop: hexapoda._core.StopToken | None = None) -> bool: ...

    def results(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], policies: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], surprises: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        For each game, write the action to play, the policy, the value for the player to move, and the surprise:
        the divergence of the policy from that of the network.
        """

    def advance(self) -> None:
        """
        Advance each tree to the position after the last step, keeping its subtree.
        """

    def tree_size(self, game: int) -> int:
        """The number of nodes in a game's tree."""

    def line(self, game: int) -> list[int]:
        """The principal variation of a game's search, as actions."""

    def moves(self, game: int) -> list[tuple[int, int, float, float, float, int]]:
        """
        The root moves of a game: action, visits, value, prior, probability in the improved policy, and proof
        (0 open, 1 won, 2 drawn, 3 lost, 4 cut off).
        """

def hive(start: hexapoda._core.hive.PositionCore, *, window: int, action_window: int, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """
    A batch of Hive games. `window` is the window of the observation `planes`, or 0 for `tokens`; `action_window`
    is the window of the actions `cells`, or 0 for `openspiel`.
    """

def hive_planes(position: hexapoda._core.hive.PositionCore, player: int, *, window: int, out: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """
    Write the observation `planes` from a player's point of view to `out`. Raises ValueError if the hive does not
    fit in the window.
    """

def hive_tokens(position: hexapoda._core.hive.PositionCore, player: int, *, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Write the observation `tokens` from a player's point of view to `out`."""

def hive_numbers(position: hexapoda._core.hive.PositionCore, *, action_window: int) -> list[int]:
    """
    The action number of each legal move, in the order of `legal_moves`: in the actions `cells`, or in `openspiel`
    if `action_window` is 0. If a move has several numbers in `openspiel`, the lowest one is given. Raises
    ValueError if the hive does not fit in the window.
    """

def hex(start: hexapoda._core.hex.PositionCore, *, arrays: BatchArrays, count: int, max_plies: int, illegal_loses: bool, auto_reset: bool, threads: int, seed: int) -> Batch:
    """A batch of Hex games."""
