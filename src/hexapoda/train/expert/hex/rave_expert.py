"""`RaveExpert`: what a run needs of the engine `rave`."""

from __future__ import annotations

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
    """The engine, in a run with these settings."""

    def __init__(self, settings: ExpertRunSettings) -> None:
        """Raises `UsageError` for boards on which the network does not learn or play."""
        super().__init__(settings, play_game)
        assert isinstance(settings.expert, RaveSettings)
        self._expert = settings.expert
        boards = ((_square(board), count) for board, count in self._expert.boards.items())
        # Sorted, because the draw of a board depends on their order, which a table does not have.
        self._boards = tuple(sorted(boards, key=lambda board: board_size(board[0])))
        variant = settings.gate.variant
        if variant and _size("gate.variant", variant)[2] > MAX_NETWORK_SIDE**2:
            raise UsageError(
                f"gate.variant {variant!r}: expected at most {MAX_NETWORK_SIDE}x{MAX_NETWORK_SIDE}, "
                "because the engine uses no network on larger boards"
            )

    def engine_of(self, file: str) -> str:
        """See `Expert.engine_of`."""
        return f"net:{file},search=rave"

    def check_start(self, header: NetworkHeader, source: Path) -> None:
        """See `Expert.check_start`."""
        check_network(header, str(source))
        blocks = header.sizes["blocks"]
        if blocks != self._expert.blocks:
            raise UsageError(
                f"expert.start: {str(source)!r} has {blocks} blocks: expected expert.blocks = {blocks}"
            )

    def terms(self, network: str) -> RaveTerms:
        """See `Expert.terms`."""
        expert = self._expert
        return RaveTerms(
            expert.playouts,
            expert.quick,
            expert.long,
            self._settings.seed,
            () if network else ("network",),
            self._boards or BOARDS,
            expert.decided,
            network,
        )

    def lesson(self, games: Sequence[Path], start: Path | None) -> HexLesson:
        """See `Expert.lesson`."""
        return HexLesson(games, start, self._expert.blocks)

    def searched(self, game: dict[str, Any]) -> int:
        """See `Expert.searched`."""
        return sum(value is not None for value in game["values"])


def _size(setting: str, board: str) -> tuple[int, int, int]:
    try:
        columns, rows = board_size(board)
    except InvalidGameError as error:
        raise UsageError(f"{setting}: {error}") from None
    return columns, rows, columns * rows


def _square(board: str) -> str:
    columns, rows, _ = _size("expert.boards", board)
    if columns != rows or columns > MAX_NETWORK_SIDE:
        raise UsageError(
            f"expert.boards: the network does not learn {board!r}: "
            f"expected square boards of at most {MAX_NETWORK_SIDE}x{MAX_NETWORK_SIDE}"
        )
    return variant_of(columns, rows)
