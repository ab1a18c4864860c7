"""`clean_name`: what a person is called in a game between people."""

from __future__ import annotations

import unicodedata

from hexapoda.play import HUMAN

__all__ = ["NAME_LENGTH", "clean_name"]

NAME_LENGTH = 30
"""The longest name, in characters."""


def clean_name(text: str) -> str:
    """Return a name without signs that are not seen, or that turn the text around them; `human` if nothing is
    left of it.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())[:NAME_LENGTH].strip() or HUMAN
