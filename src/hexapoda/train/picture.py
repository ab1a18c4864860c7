"""`picture`: a position as an array of pixels, for videos of environments."""

from __future__ import annotations

import importlib
import io
from typing import TYPE_CHECKING, Any

from hexapoda.errors import UsageError
from hexapoda.games import Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SIDE", "check_pictures", "picture"]

SIDE = 512
"""The side length of a picture, in pixels: all frames of a video have the same size."""
_BACKGROUND = (255, 255, 255)


def check_pictures(game: Game) -> None:
    """Raise `UsageError` if a package that pictures need is missing, or the game has no pictures."""
    _packages()
    game.draw(game.initial(), "svg")


def picture(game: Game, position: Any) -> NDArray[Any]:
    """Return the drawing of a position, centered in a square: uint8 of shape [SIDE, SIDE, 3]. Raises the
    errors of `check_pictures`.
    """
    import numpy as np

    render, image = _packages()
    svg = game.draw(position, "svg")
    drawn = image.open(io.BytesIO(bytes(render.svg_to_bytes(svg_string=svg)))).convert("RGBA")
    drawn.thumbnail((SIDE, SIDE))
    out = image.new("RGB", (SIDE, SIDE), _BACKGROUND)
    out.paste(drawn, ((SIDE - drawn.width) // 2, (SIDE - drawn.height) // 2), drawn)
    return np.asarray(out)


def _packages() -> tuple[Any, Any]:
    """Import and return the modules that turn SVG into pixels, which nothing else needs."""
    try:
        return importlib.import_module("resvg_py"), importlib.import_module("PIL.Image")
    except ImportError:
        raise UsageError("pictures need resvg_py and Pillow: pip install 'hexapoda[pictures]'") from None
