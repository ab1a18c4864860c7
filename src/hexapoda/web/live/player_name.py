"""`clean_name`: the display name of a person in a game between people."""

from __future__ import annotations

import unicodedata

from hexapoda.play import HUMAN

__all__ = ["NAME_LENGTH", "clean_name"]

NAME_LENGTH = 30
"""The maximum length of a name in characters."""


def clean_name(text: str) -> str:
    """Return a name without invisible characters, such as those that change the direction of text, shortened
    to `NAME_LENGTH`; `human` if nothing remains.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())[:NAME_LENGTH].strip() or HUMAN
