"""The engine `net:FILE` for networks of Hex that play on any board, such as the one of `rave`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.engines.network import Evaluator, NetworkEngine, NetworkSource
from hexapoda.errors import UsageError
from hexapoda.hex import Position
from hexapoda.hex.network import check_network
from hexapoda.nets.network_file import NetworkFile

__all__ = ["HexNetworkEngine", "HexNetworkSource"]


class HexNetworkEngine(NetworkEngine):
    """A network of Hex with PUCT, on a board of any size."""

    def _load(self, file: NetworkFile) -> None:
        check_network(file.header, self.name)
        self._weights = file.values.tobytes()
        try:
            _core.PlanesNetwork(Position("5x5"), self._weights, False)
        except ValueError as error:
            raise UsageError(f"{self.name}: {error}") from None
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


@dataclass(frozen=True)
class HexNetworkSource(NetworkSource):
    """The file of a network of Hex. Calling it makes an engine that plays with it."""

    @property
    def _engine_class(self) -> type[NetworkEngine]:
        return HexNetworkEngine
