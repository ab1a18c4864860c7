"""`AlphaBetaExpert`: the interface of a run to the engine `alphabeta`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive.network import read_evaluation
from hexapoda.hive.variant import VARIANTS, parse_variant
from hexapoda.nets.network_file import NetworkHeader
from hexapoda.train.expert.expert import Expert
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.hive.alphabeta_settings import AlphaBetaSettings
from hexapoda.train.expert.hive.games import BOARDS, AlphaBetaTerms, play_game
from hexapoda.train.expert.hive.lesson import EvaluationLesson

__all__ = ["AlphaBetaExpert"]


class AlphaBetaExpert(Expert):
    """The engine `alphabeta` as the expert of a training run."""

    def __init__(self, settings: ExpertRunSettings) -> None:
        """Raises `UsageError` for unknown variants, or if one is given twice."""
        super().__init__(settings, play_game)
        assert isinstance(settings.expert, AlphaBetaSettings)
        self._expert = settings.expert
        boards = ((_variant("expert.boards", board), count) for board, count in self._expert.boards.items())
        # Sorted, because the random choice depends on the order of the variants, and a TOML table has none.
        self._boards = tuple(sorted(boards, key=lambda board: VARIANTS.index(board[0])))
        if len(dict(self._boards)) < len(self._boards):
            raise UsageError("expert.boards: expected each variant once")
        if settings.gate.variant:
            _variant("gate.variant", settings.gate.variant)

    def engine_spec(self, file: str) -> str:
        """See `Expert.engine_spec`."""
        return f"net:{file}"

    def check_start(self, header: NetworkHeader, source: Path) -> None:
        """See `Expert.check_start`."""
        read_evaluation(source)

    def terms(self, network: str) -> AlphaBetaTerms:
        """See `Expert.terms`."""
        return AlphaBetaTerms(self._expert.nodes, self._settings.seed, self._boards or BOARDS, network)

    def lesson(self, games: Sequence[Path], start: Path | None) -> EvaluationLesson:
        """See `Expert.lesson`."""
        expert = self._expert
        return EvaluationLesson(
            games, start, share=expert.share, search=expert.search, seed=self._settings.seed
        )

    def searched_positions(self, game: dict[str, Any]) -> int:
        """See `Expert.searched_positions`."""
        return sum("score" in move for move in game["moves"])


def _variant(setting: str, text: str) -> str:
    try:
        return parse_variant(text)
    except InvalidGameError as error:
        raise UsageError(f"{setting}: {error}") from None
