"""The engine `net:FILE` for networks of Hex that play on any board, such as the one of `rave`.

It searches with PUCT, which asks nothing but the network, or as `rave` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hexapoda._core import hex as _core
from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchResult, check_options
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.engines.network import Evaluator, NetworkEngine, NetworkSource
from hexapoda.engines.seeded_random import SEED
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.hex.network import check_network
from hexapoda.nets.network_file import NetworkFile, read_network

__all__ = ["HexNetworkEngine", "HexNetworkSource", "RaveWithNetwork"]

_SEARCH = Option(
    "search",
    "choice",
    "puct",
    choices=("puct", "rave"),
    summary="puct asks the network alone; rave is the search of the engine rave, without its book",
)


def checked_weights(file: NetworkFile, name: str) -> bytes:
    """Return the weights of a network of Hex for the core. Raises `UsageError`, which begins with `name`."""
    check_network(file.header, name)
    weights = file.values.tobytes()
    try:
        _core.PlanesNetwork(Position("5x5"), weights, False)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None
    return weights


class HexNetworkEngine(NetworkEngine):
    """A network of Hex with PUCT, on a board of any size."""

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
    """The search of `rave` with the network of a file, and without a book."""

    def __init__(self, file: NetworkFile, name: str, *, simulations: int = 800, **options: Any) -> None:
        """`simulations` is the number of playouts of a search without a limit. The other options are those of
        `rave`. Raises `UsageError`.
        """
        check_options(HexNetworkSource.options, simulations=simulations)
        super().__init__(book=False, network=checked_weights(file, name), **options)
        self.name = name
        self._simulations = simulations

    def _search(self, position: Position, limit: Limit, on_info: OnInfo | None) -> SearchResult:
        if limit == Limit():
            limit = Limit(nodes=self._simulations)
        return super()._search(position, limit, on_info)


@dataclass(frozen=True)
class HexNetworkSource(NetworkSource):
    """The file of a network of Hex. Calling it makes an engine that plays with it."""

    options: ClassVar[tuple[Option, ...]] = (*NetworkSource.options, _SEARCH, SEED)

    @property
    def summary(self) -> str:
        """One line for lists."""
        return f"The network {self.path.stem} for all boards, with PUCT or in the search of rave."

    def __call__(self, **options: Any) -> Engine:
        """Return an engine. Raises `UsageError` for a file that is damaged or made for something else."""
        search, seed = options.pop("search", _SEARCH.default), options.pop("seed", SEED.default)
        check_options(self.options, search=search, seed=seed)
        file = read_network(self.path)
        if search == "puct":  # which chooses nothing at random
            return HexNetworkEngine(file, self.name, **options)
        return RaveWithNetwork(file, self.name, seed=seed, **options)
