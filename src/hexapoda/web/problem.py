"""`Problem`: the refusal of a request with its status, and the form in which all errors leave the server.

Worker processes import this module, so it must not import FastAPI; `error_answers` makes the responses.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.games.translations import translated

__all__ = ["Problem", "close_reason", "problem_json"]

_REASON_BYTES = 123
"""The maximum size of a WebSocket control frame's content, 125 bytes, less the two of the close code."""


class Problem(Exception):
    """The refusal of a request."""

    def __init__(self, status: int, text: str, field: str | None = None, **details: object) -> None:
        """`status`: the HTTP status; `field`: the part of the request that is wrong; `details`: more about
        the error, for programs. `retry_after` is the number of seconds after which to try again.
        """
        super().__init__(text)
        self.status = status
        self.text = text
        self.field = field
        self.details = details

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers that belong to the status: for 401 and with `retry_after`."""
        if self.status == 401:
            return {"www-authenticate": "Bearer"}
        return {"retry-after": str(self.details["retry_after"])} if "retry_after" in self.details else {}

    def __reduce__(self) -> tuple[object, ...]:
        """Make the error picklable, because it may be raised in another process."""
        return _problem, (self.status, self.text, self.field, self.details)


def problem_json(text: str, field: str | None = None, **details: object) -> dict[str, Mapping[str, object]]:
    """Return `{"error": {"text": ..., "field": ..., ...}}`, without `field` if that is None."""
    error = {"text": text} if field is None else {"text": text, "field": field}
    return {"error": translated({**error, **details})}


def close_reason(text: str) -> str:
    """Return the start of a text, cut to the 123 bytes that the reason for closing a WebSocket may have."""
    return text.encode("utf-8", "replace")[:_REASON_BYTES].decode("utf-8", "ignore")


def _problem(status: int, text: str, field: str | None, details: dict[str, object]) -> Problem:
    return Problem(status, text, field, **details)
