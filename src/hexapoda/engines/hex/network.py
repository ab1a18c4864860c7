"""The engine `net:FILE` for Hex networks that play on boards of any size, such as the one that `rave` uses.

It uses either PUCT, which relies on the network alone, or the search of `rave`. This module defines the
options of both; the searches are in `hexapoda.engines.network` and `hexapoda.engines.hex.rave`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hexapoda._core import hex as _core
from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchResult, check_options
from hexapoda.engines.hex.rave import THREADS, RaveEngine
from hexapoda.engines.network import Evaluator, NetworkEngine, NetworkSource
from hexapoda.engines.seeded_random import SEED
from hexapoda.errors import EngineError, UsageError
from hexapoda.hex import Position
from hexapoda.hex.network import MAX_NETWORK_SIDE, check_network
from hexapoda.nets.network_file import NetworkFile, read_network

__all__ = ["HexNetworkEngine", "HexNetworkSource", "RaveWithNetwork"]

_SEARCH = Option(
    "search",
    "choice",
    "puct",
    choices=("puct", "rave"),
    summary="puct uses only the network; rave is the search of the engine rave, without its book",
)
_MAX_CELLS = MAX_NETWORK_SIDE**2


def checked_weights(file: NetworkFile, name: str) -> bytes:
    """Return the weights of a Hex network for the core. Raises `UsageError`, with a message that begins with
    `name`, if the file is not a valid Hex network.
    """
    check_network(file.header, name)
    weights = file.values.tobytes()
    try:
        _core.PlanesNetwork(Position("5x5"), weights, False)  # the constructor checks the weights
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None
    return weights


class HexNetworkEngine(NetworkEngine):
    """A Hex network searched with PUCT, on boards of any size."""

    def _load(self, file: NetworkFile) -> None:
        self._weights = checked_weights(file, self.name)
        self._board: tuple[str, bool] | None = None

    def _evaluator_for(self, position: Any) -> Evaluator:
        rules = self._game.rules_of(position)
        header = self.header
        layout = self._encodings.layout(header.actions, position.variant, rules)
        board = position.variant, position.swap != "off"
        if self._board != board:
            encoder = self._encodings.encoder(header.observation, position.variant, rules)
            self._evaluator = Evaluator(
                encoder, layout, _core.PlanesNetwork(position, self._weights, board[1])
            )
            self._board = board
        return self._evaluator


class RaveWithNetwork(RaveEngine):
    """The search of `rave` at full strength with the network from a file, without a book, on boards of
    up to 361 cells (19x19).
    """

    options = (*NetworkSource.options, THREADS, SEED)

    def __init__(
        self,
        file: NetworkFile,
        name: str,
        *,
        simulations: int = 800,
        multipv: int = 1,
        table_size: int = 256,
        threads: int = 1,
        seed: int = -1,
    ) -> None:
        """The arguments are the options of the same names. `simulations` counts playouts. Raises `UsageError`
        for a value that is not allowed, and for a file that is not a Hex network.
        """
        check_options(self.options, simulations=simulations)
        self._network = checked_weights(file, name)
        super().__init__(
            multipv=multipv,
            table_size=table_size,
            threads=threads,
            seed=seed,
            book=False,
            network=self._network,
        )
        self.name = name
        self._simulations = simulations

    def check_position(self, position: Position) -> None:
        """Raise `UsageError` if the board of the position is too large for the network."""
        if position.columns * position.rows > _MAX_CELLS:
            raise UsageError(
                f"{self.name} with search=rave plays on boards of at most {_MAX_CELLS} cells "
                f"({MAX_NETWORK_SIDE}x{MAX_NETWORK_SIDE}), not {position.variant}; "
                "use search=puct for larger boards"
            )

    def _search(self, position: Position, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        """Search like `rave`. Raises `UsageError` for a board that is too large for the network, and
        `EngineError` if the network does not return finite numbers for the position.
        """
        self.check_position(position)
        value, policy = _core.network_evaluate(position, self._network)
        if not all(map(math.isfinite, (value, *(logit for _, logit in policy)))):
            # Without this check, the search would continue without the network.
            raise EngineError(f"{self.name}: the network returned numbers that are not finite")
        # Without a limit on time, depth or nodes, `simulations` is the limit; a clock does not count as one.
        if limit.time is None and limit.depth is None and limit.nodes is None:
            limit = replace(limit, nodes=self._simulations)
        return super()._search(position, limit, on_info)


@dataclass(frozen=True)
class HexNetworkSource(NetworkSource):
    """The file of a Hex network. Calling it returns an engine that plays with the network."""

    options: ClassVar[tuple[Option, ...]] = (
        *NetworkSource.options,
        _SEARCH,
        *(replace(one, summary=f"only with search=rave: {one.summary}") for one in (THREADS, SEED)),
    )

    @property
    def summary(self) -> str:
        """A one-line description for lists."""
        return f"The network {self.path.stem} for all boards with PUCT, or up to 19x19 with search=rave."

    def __call__(self, **options: Any) -> Engine:
        """Return an engine. Raises `UsageError` for a file that is damaged or not a Hex network, and for
        several threads with PUCT.
        """
        search = options.pop("search", _SEARCH.default)
        check_options(self.options, search=search, **options)
        file = read_network(self.path)
        if search == "rave":
            return RaveWithNetwork(file, self.name, **options)
        threads = options.pop("threads", THREADS.default)
        if threads != 1:
            raise UsageError(
                f"{self.name}: search=puct uses one thread, not {threads}; use search=rave for several"
            )
        # PUCT makes no random choices. A seed is accepted nevertheless, because matches and games pass one to
        # every engine that has the option.
        options.pop("seed", None)
        return HexNetworkEngine(file, self.name, **options)
