"""`BatchSearch`: searches with a network for all games of a batch at once."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

import numpy as np

from hexapoda._core import StopToken, env
from hexapoda.errors import EngineError, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import check_integer
from hexapoda.train.settings_table import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ArrayNetwork", "BatchSearch", "CoreNetwork", "Evaluate", "MakeZeros", "RootMove"]

Evaluate = Callable[["NDArray[Any]", "NDArray[np.int8]"], tuple["NDArray[Any]", "NDArray[Any]"]]
"""Takes observations [rows, *shape] and masks [rows, actions]. Returns the logits of all actions, [rows,
actions], and the values, [rows], from -1 (the player to move loses) to 1. Logits of illegal actions are
ignored.
"""

MakeZeros = Callable[[tuple[int, ...], "np.dtype[Any]"], "NDArray[Any]"]
"""Returns an array of this shape and type in C order, filled with zeros."""

_PROOFS = (None, 1, 0, -1, None)
_MOST_LEAVES, _MOST_SIMULATIONS, _MOST_CONSIDERED = 1 << 10, 1 << 30, 1 << 16
_FEW = 4
"""If at most a quarter of the rows are waiting, an `ArrayNetwork` evaluates a copy of them, not all rows."""
_COMPLETE, _MOVED = 0, -1
"""Return values of `hexapoda._core.env.Search.collect`."""


class CoreNetwork(Protocol):
    """A network of the core, such as `hexapoda._core.nn.BoardNetwork`."""

    def evaluate(
        self,
        observations: NDArray[np.float32],
        logits: NDArray[np.float32],
        values: NDArray[np.float32],
        threads: int = 1,
    ) -> None:
        """Evaluate the rows of `observations`; write `logits` and `values`."""


@runtime_checkable
class ArrayNetwork(Protocol):
    """A network that reads and writes the arrays of a search, such as one on a GPU."""

    def zeros(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return an array of zeros in C order that this network reads and writes fast. Pass this method to
        `BatchSearch` as `zeros`.
        """

    def evaluate(
        self, observations: NDArray[Any], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        """Evaluate the rows of `observations`; write `logits` and `values`. The search ignores the
        results of unused rows, so these may be any numbers. Must not write to `observations`.
        """


@dataclass(frozen=True, slots=True)
class RootMove:
    """A root move of a search, from the point of view of the player to move."""

    action: int
    visits: int
    value: float
    """The mean of the evaluations, -1 to 1; without visits, the value of the root."""
    prior: float
    """The probability that the network gives the move, with PUCT's noise mixed in."""
    improved: float
    """The probability of the move in the improved policy."""
    proven: int | None
    """1 for a proven win, 0 for a draw, -1 for a loss; None if it is not proven."""


class BatchSearch:
    """One search tree per game of a batch. A network evaluates the leaves of all trees together.

    `run` searches all games. To play a move and continue in the same trees:

        search.run(evaluate)
        batch.step(search.actions)
        search.advance()

    A position in which the game would be cut short has the value 0, but is not proven. Only one thread at a
    time may use a batch and its searches; a search that another call disturbs raises `EngineError`.

    Gumbel search (Danihelka et al., 2022) improves the policy even with only about 8 simulations. PUCT
    (Silver et al., 2018) is the search of AlphaZero. Both prove results: a proven position needs no more
    simulations.
    """

    actions: NDArray[np.int64]
    """int64 [count]: the action to play in each game after a search; 0 in a game that is over."""
    policies: NDArray[np.float32]
    """float32 [count, actions]: the improved policy of Gumbel search, or the visit shares of PUCT. A proven
    win gets the whole policy, and proven losses get nothing if there are other moves."""
    values: NDArray[np.float32]
    """float32 [count]: the value of each position for the player to move, -1 to 1."""
    surprises: NDArray[np.float32]
    """float32 [count]: how much the policy differs from that of the network, with PUCT's noise: the
    Kullback-Leibler divergence, in nats."""

    def __init__(
        self,
        batch: BatchEnv,
        *,
        simulations: int = 64,
        gumbel: bool = True,
        leaves: int = 1,
        considered: int = 16,
        value_scale: float = 1.0,
        exploration: float = 1.25,
        unvisited_loss: float = 0.2,
        noise: float = 0.0,
        noise_alpha: float = 0.3,
        seed: int = 0,
        zeros: MakeZeros = np.zeros,
    ) -> None:
        """A search runs `simulations` in each game, and evaluates up to `leaves` leaves of a tree at once.

        For Gumbel search, `considered` is how many root moves are sampled, and `value_scale` how much values
        count relative to logits. For PUCT, `exploration` is the factor of the priors, the value of an
        unvisited move is `unvisited_loss` below that of its position, and `noise` is the share of Dirichlet
        noise with the parameter `noise_alpha` in the policy of the root. `zeros` makes the arrays that the
        network reads and writes. Raises `UsageError`.
        """
        self.batch = batch
        settings = batch.settings
        leaves = check_integer("leaves", leaves, 1, _MOST_LEAVES)
        simulations = check_integer("simulations", simulations, 1, _MOST_SIMULATIONS)
        considered = check_integer("considered", considered, 1, _MOST_CONSIDERED)
        seed = check_integer("seed", seed, 0, (1 << 64) - 1)
        if not isinstance(gumbel, bool):
            raise UsageError(f"gumbel must be True or False, not {gumbel!r}")
        numbers = {
            "value_scale": value_scale,
            "exploration": exploration,
            "unvisited_loss": unvisited_loss,
            "noise": noise,
            "noise_alpha": noise_alpha,
        }
        for name, value in numbers.items():
            if not isinstance(value, Real) or isinstance(value, bool):
                raise UsageError(f"{name} must be a number, not {value!r}")
            try:
                float(value)
            except OverflowError:
                raise UsageError(f"{name} must be a number below 1e308, not {shown(value)}") from None
        if gumbel and noise:
            raise UsageError("Gumbel search has noise of its own: expected noise=0, or gumbel=False")
        count, rows = batch.count, batch.count * leaves
        self._zeros = zeros if zeros is np.zeros else _checked(zeros)
        self._observations = self._zeros((rows, *settings.encoder.shape), np.dtype(settings.encoder.dtype))
        self._masks = np.zeros((rows, settings.layout.size), np.int8)
        self._waiting = np.zeros(rows, np.bool_)
        self._logits = self._zeros((rows, settings.layout.size), np.dtype(np.float32))
        self._row_values = self._zeros((rows,), np.dtype(np.float32))
        self._few: tuple[NDArray[Any], ...] | None = None
        self.actions = np.zeros(count, np.int64)
        self.policies = np.zeros((count, settings.layout.size), np.float32)
        self.values = np.zeros(count, np.float32)
        self.surprises = np.zeros(count, np.float32)
        self._running = threading.Lock()
        flat = self._observations.reshape(rows, -1)
        fractions = flat.dtype.kind == "f"
        try:
            self._core = env.Search(
                cast("env.Batch", batch.core),
                planes=flat if fractions else None,
                numbers=None if fractions else flat,
                masks=self._masks,
                waiting=self._waiting,
                leaves=leaves,
                gumbel=gumbel,
                simulations=simulations,
                exploration=exploration,
                unvisited_loss=unvisited_loss,
                noise=noise,
                noise_alpha=noise_alpha,
                considered=considered,
                value_scale=value_scale,
                seed=seed,
            )
        except (TypeError, ValueError) as error:
            raise UsageError(f"search: {error}") from None

    def run(
        self,
        evaluate: Evaluate | ArrayNetwork | CoreNetwork,
        simulations: NDArray[np.int32] | None = None,
        stop: StopToken | None = None,
    ) -> None:
        """Search all games, and write `actions`, `policies`, `values` and `surprises`.

        `simulations`, int32 [count], is the number of simulations for each game in this search, by default
        the number given to `__init__`. Once `stop` is set, the search ends at once, with what it has found.

        A network of the core is faster than a function; it evaluates on the threads of the batch. An
        `ArrayNetwork` works on the arrays of the search itself, without copies unless few rows are waiting.

        Raises `EngineError` if `evaluate` returns arrays of other shapes or numbers that are not finite, if
        it steps the batch, or if this search is already running. Exceptions from `evaluate` propagate.
        Raises `UsageError` if `evaluate` is not a network, or for invalid `simulations`.
        """
        if not self._running.acquire(blocking=False):
            raise EngineError("this search is already running: expected one call at a time")
        try:
            try:
                self._core.begin(simulations)
            except TypeError:
                raise UsageError(
                    f"simulations: expected a contiguous int32 array of {self.batch.count} numbers"
                ) from None
            except ValueError as error:
                raise UsageError(str(error)) from None
            if isinstance(evaluate, ArrayNetwork):
                self._run_in_python(lambda rows: self._ask_network(evaluate, rows), stop)
            elif callable(evaluate):
                self._run_in_python(lambda rows: self._ask_function(evaluate, rows), stop)
            else:
                self._run_core(evaluate, stop)
            self._core.results(self.actions, self.policies, self.values, self.surprises)
        finally:
            self._running.release()

    def advance(self) -> None:
        """In each tree, keep only the subtree after the last step of the batch.

        Without this call, and for a game that has begun again, the next search begins with an empty tree.
        Raises `EngineError` during a search.
        """
        if self._running.locked():
            raise EngineError("this search is still running: expected advance() after it")
        self._core.advance()

    def moves(self, game: int) -> list[RootMove]:
        """Return the moves of the root of a game, in the order of their numbers. Raises `UsageError`."""
        try:
            rows = self._core.moves(game)
        except (TypeError, ValueError) as error:
            raise UsageError(f"moves: {error}") from None
        return [RootMove(*row[:5], _PROOFS[row[5]]) for row in rows]

    def tree_size(self, game: int) -> int:
        """Return the number of nodes in the tree of a game. Raises `UsageError`."""
        try:
            return self._core.tree_size(game)
        except (TypeError, ValueError) as error:
            raise UsageError(f"tree_size: {error}") from None

    def _run_core(self, network: Any, stop: StopToken | None) -> None:
        try:
            self._core.run(network, math.inf, stop)
        except TypeError:
            raise UsageError(
                f"{type(network).__name__}: expected a function, an ArrayNetwork or a network of the core"
            ) from None
        except ValueError as error:
            raise EngineError(str(error)) from None

    def _run_in_python(self, ask: Callable[[NDArray[np.int64]], None], stop: StopToken | None) -> None:
        """Search; `ask(rows)` has the network evaluate these rows."""
        while (waiting := self._core.collect()) not in (_COMPLETE, _MOVED):
            if stop is not None and stop.stopped:
                return
            if waiting > 0:
                ask(np.flatnonzero(self._waiting))
                wrong = self._core.backpropagate(self._logits, self._row_values)
                if wrong >= 0:
                    raise EngineError("the network returned numbers that are not finite")
        if waiting == _MOVED:
            raise EngineError("a game moved on during the search: expected BatchEnv.step after it")

    def _ask_function(self, evaluate: Evaluate, rows: NDArray[np.int64]) -> None:
        logits, values = evaluate(self._observations[rows], self._masks[rows])
        shapes, expected = (
            (np.shape(logits), np.shape(values)),
            ((len(rows), self._masks.shape[1]), (len(rows),)),
        )
        if shapes != expected:
            raise EngineError(
                f"the network returned logits {shapes[0]} and values {shapes[1]}: "
                f"expected {expected[0]} and {expected[1]}"
            )
        self._logits[rows], self._row_values[rows] = logits, values

    def _ask_network(self, network: ArrayNetwork, rows: NDArray[np.int64]) -> None:
        if _FEW * len(rows) > len(self._waiting):
            # Views, so that changing an array itself, such as its shape, has no effect after the call.
            network.evaluate(self._observations[:], self._logits[:], self._row_values[:])
            return
        if self._few is None:
            most = len(self._waiting) // _FEW
            whole = self._observations, self._logits, self._row_values
            self._few = tuple(self._zeros((most, *array.shape[1:]), array.dtype) for array in whole)
        observations, logits, values = (array[: len(rows)] for array in self._few)
        np.take(self._observations, rows, axis=0, out=observations, mode="clip")
        network.evaluate(observations, logits, values)
        self._logits[rows], self._row_values[rows] = logits, values


def _checked(zeros: MakeZeros) -> MakeZeros:
    """Return `zeros` with a check that raises `UsageError` if it does not return a new array of zeros."""

    def checked(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        made = zeros(shape, dtype)
        fits = isinstance(made, np.ndarray) and (made.shape, made.dtype) == (shape, dtype)
        if not (fits and made.flags.c_contiguous and made.flags.writeable) or made.any():
            raise UsageError(f"zeros: expected a new array {shape} of {dtype} in C order, filled with zeros")
        return made

    return checked
