"""`quoted`: text from a user or a file, as messages show it."""

from __future__ import annotations

__all__ = ["quoted"]

_LONGEST = 48


def quoted(text: str, limit: int = _LONGEST) -> str:
    """Return `text` in single quotes. If it has more than `limit` characters, it is cut and ends with `...`.
    Unprintable characters, such as line breaks, become `?`. Unlike `repr`, this does not double
    backslashes, which are directions in Hive.
    """
    cut = text if len(text) <= limit else text[: limit - 3] + "..."
    return "'" + "".join(sign if sign.isprintable() else "?" for sign in cut) + "'"
