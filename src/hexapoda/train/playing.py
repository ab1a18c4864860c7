"""`Playing`: what both environments have: their settings, and the game that is being played."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.train.episode import Episode, EpisodeSettings
from hexapoda.train.spaces import check_render_mode

__all__ = ["Playing"]


class Playing:
    """Inherited before the class of the library, whose `render` it replaces."""

    def __init__(self, settings: EpisodeSettings, render_mode: str | None) -> None:
        """Raises `UsageError` for an unknown render mode."""
        super().__init__()
        self.settings = settings
        self.render_mode = check_render_mode(render_mode)
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The game that is being played. Raises `UsageError` before `reset`."""
        if self._episode is None:
            raise UsageError("no game has begun: call reset() first")
        return self._episode

    def render(self) -> str | None:
        """Return the board as text; None without a render mode."""
        return self.episode.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Forget the game."""
        self._episode = None
