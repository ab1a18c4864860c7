"""`Playing`: the common base of `GameEnv` and `OneSideEnv`: settings, spaces, and the game in progress."""

from __future__ import annotations

from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.episode import Episode, EpisodeSettings
from hexapoda.train.picture import check_pictures, picture

try:
    from gymnasium import spaces
except ImportError:
    raise UsageError("environments need Gymnasium: pip install 'hexapoda[envs]'") from None

__all__ = ["FRAMES_A_SECOND", "RENDER_MODES", "Playing", "action_space", "observation_space"]

RENDER_MODES = ("ansi", "rgb_array")
FRAMES_A_SECOND = 2
"""Frames per second in videos of games."""


def action_space(settings: EpisodeSettings) -> Any:
    """Return the space of action numbers."""
    return spaces.Discrete(settings.layout.size)


def observation_space(settings: EpisodeSettings) -> Any:
    """Return the space of observations: dictionaries with `observation` and `action_mask`."""
    encoder = settings.encoder
    low, high = encoder.bounds
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, encoder.shape, encoder.dtype),
            "action_mask": spaces.Box(0, 1, (settings.layout.size,), "int8"),
        }
    )


class Playing:
    """A base class that must precede the library's base class, whose `render` and `close` it overrides."""

    def __init__(self, settings: EpisodeSettings, render_mode: str | None) -> None:
        """Raises `UsageError` for an unknown render mode, and with `rgb_array` the errors of
        `check_pictures`.
        """
        super().__init__()
        self.settings = settings
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = " or ".join(RENDER_MODES)
            raise UsageError(f"no render mode is called {render_mode!r}: expected {known}, or None")
        if render_mode == "rgb_array":
            check_pictures(settings.game)
        self.render_mode = render_mode
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The game in progress. Raises `UsageError` before `reset`."""
        if self._episode is None:
            raise UsageError("no game has begun: call reset() first")
        return self._episode

    def render(self) -> Any:
        """Return the board as text, or as the array that `hexapoda.train.picture.picture` returns. None
        without a render mode.
        """
        if self.render_mode == "rgb_array":
            return picture(self.settings.game, self.episode.position)
        return self.episode.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Forget the game."""
        self._episode = None
