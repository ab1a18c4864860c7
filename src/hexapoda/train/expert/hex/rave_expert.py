"""`RaveExpert`: the interface between a training run and the engine `rave`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hex.network import MAX_NETWORK_SIDE, check_network
from hexapoda.hex.variant import board_size, variant_of
from hexapoda.nets.network_file import NetworkHeader
from hexapoda.train.expert.expert import Expert
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.hex.games import BOARDS, RaveTerms, play_game
from hexapoda.train.expert.hex.lesson import HexLesson
from hexapoda.train.expert.hex.rave_settings import RaveSettings

__all__ = ["RaveExpert"]


class RaveExpert(Expert):
    """The engine `rave` as the expert of a training run."""

    def __init__(self, settings: ExpertRunSettings) -> None:
        """Raises `UsageError` for boards on which the network cannot learn or play."""
        super().__init__(settings, play_game)
        assert isinstance(settings.expert, RaveSettings)
        self._expert = settings.expert
        boards = ((_square_variant(board), count) for board, count in self._expert.boards.items())
        # Sorted, because the random choice depends on the order of the boards, and a TOML table has none.
        self._boards = tuple(sorted(boards, key=lambda board: board_size(board[0])))
        variant = settings.gate.variant
        if variant and math.prod(_size("gate.variant", variant)) > MAX_NETWORK_SIDE**2:
            raise UsageError(
                f"gate.variant {variant!r}: expected at most {MAX_NETWORK_SIDE**2} cells, "
                "because the engine does not use its network on larger boards"
            )

    def engine_spec(self, file: str) -> str:
        """See `Expert.engine_spec`."""
        return f"net:{file},search=rave"

    def check_start(self, header: NetworkHeader, source: Path) -> None:
        """See `Expert.check_start`."""
        check_network(header, str(source))
        blocks = header.sizes["blocks"]
        if blocks != self._expert.blocks:
            raise UsageError(
                f"expert.start: {str(source)!r} has {blocks} blocks, "
                f"but expert.blocks is {self._expert.blocks}"
            )

    def terms(self, network: str) -> RaveTerms:
        """See `Expert.terms`."""
        expert = self._expert
        return RaveTerms(
            playouts=expert.playouts,
            quick=expert.quick,
            long=expert.long,
            seed=self._settings.seed,
            without=() if network else ("network",),
            boards=self._boards or BOARDS,
            decided=expert.decided,
            network=network,
        )

    def lesson(self, games: Sequence[Path], start: Path | None) -> HexLesson:
        """See `Expert.lesson`."""
        return HexLesson(games, start, self._expert.blocks)

    def searched_positions(self, game: dict[str, Any]) -> int:
        """See `Expert.searched_positions`."""
        return sum(value is not None for value in game["values"])


def _size(setting: str, board: str) -> tuple[int, int]:
    """Return the columns and rows of a board. Raises a `UsageError` that names the setting."""
    try:
        return board_size(board)
    except InvalidGameError as error:
        raise UsageError(f"{setting}: {error}") from None


def _square_variant(board: str) -> str:
    """Return the variant of a square board on which the network can learn. Raises `UsageError`."""
    columns, rows = _size("expert.boards", board)
    if columns != rows or columns > MAX_NETWORK_SIDE:
        raise UsageError(
            f"expert.boards: the network cannot be trained on {board!r}: "
            f"expected square boards of at most {MAX_NETWORK_SIDE}x{MAX_NETWORK_SIDE}"
        )
    return variant_of(columns, rows)
