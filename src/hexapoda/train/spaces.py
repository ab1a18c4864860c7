"""The spaces of observations and actions of an environment, as Gymnasium describes them."""

from __future__ import annotations

from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.episode import EpisodeSettings

try:
    from gymnasium import spaces
except ImportError:
    raise UsageError("environments need Gymnasium: pip install 'hexapoda[envs]'") from None

__all__ = ["RENDER_MODES", "action_space", "check_render_mode", "observation_space"]

RENDER_MODES = ("ansi",)


def action_space(settings: EpisodeSettings) -> Any:
    """Return the space of action numbers."""
    return spaces.Discrete(settings.layout.size)


def observation_space(settings: EpisodeSettings) -> Any:
    """Return the space of the dictionaries with `observation` and `action_mask`."""
    encoder = settings.encoder
    low, high = encoder.bounds
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, encoder.shape, encoder.dtype),
            "action_mask": spaces.Box(0, 1, (settings.layout.size,), "int8"),
        }
    )


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode. Raises `UsageError` for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"no render mode is called {mode!r}: expected {' or '.join(RENDER_MODES)}, or None")
    return mode
