"""`DatasetSettings`: the settings that, besides its games, determine the content of a dataset."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.games.win_probability import SCALE
from hexapoda.text.suggestion import check_choice

__all__ = ["FORMATS", "DatasetSettings"]

FORMATS = ("parquet", "safetensors")


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """The settings of a dataset. Raises `UsageError` for an invalid value."""

    format: str = FORMATS[0]
    """`parquet` or `safetensors`."""
    game: str | None = None
    """The name of the game; None for the game of the first record that is written."""
    variant: str | None = None
    """The variant; None for all."""
    positions: int | None = None
    """About how many positions to write: no game is added once there are this many. None for all."""
    shard: int = 50_000
    """About how many positions a file has: it ends with the game that reaches this number."""
    score_scale: float = SCALE
    """The engine score that means a win probability of 73%; see `games.win_probability`."""

    def __post_init__(self) -> None:
        check_choice("format", self.format, FORMATS)
        for name in ("positions", "shard"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise UsageError(f"{name} must be at least 1, not {value}")
        if not 0 < self.score_scale < float("inf"):
            raise UsageError(f"score_scale must be above 0, not {self.score_scale}")

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        return asdict(self)
