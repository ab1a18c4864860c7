"""`quoted`: what a person or a file has written, as messages show it."""

from __future__ import annotations

__all__ = ["quoted"]

_LONGEST = 48


def quoted(text: str, limit: int = _LONGEST) -> str:
    """Return `text` in quotes, on one line and at most `limit` characters long: if it was longer,
    it ends with `...`. Unlike `repr`, it does not double backslashes, which are directions in Hive.
    """
    cut = text if len(text) <= limit else text[: limit - 3] + "..."
    return "'" + "".join(sign if sign.isprintable() else "?" for sign in cut) + "'"
