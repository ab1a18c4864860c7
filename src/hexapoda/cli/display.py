"""Detects whether this process can open a window."""

from __future__ import annotations

import os
import sys

__all__ = ["has_display"]


def has_display() -> bool:
    """Return whether a browser can open a window: always on Windows and macOS, elsewhere if there is an X or
    Wayland display.
    """
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
