"""`Problem`: the refusal of a request with its HTTP status, and the JSON form of all errors of the server.

Worker processes import this module, so it must not import FastAPI; `error_answers` makes the responses.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.games.translations import translated

__all__ = ["Problem", "close_reason", "problem_json"]

_REASON_BYTES = 123
"""The maximum size of a close reason: the 125 bytes of a WebSocket control frame, less two for the code."""


class Problem(Exception):
    """The refusal of a request."""

    def __init__(self, status: int, text: str, field: str | None = None, **details: object) -> None:
        """`status`: the HTTP status; `field`: the field of the request that is wrong; `details`: further
        fields for programs, such as `retry_after`, the number of seconds after which to try again.
        """
        super().__init__(text)
        self.status = status
        self.text = text
        self.field = field
        self.details = details

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers of the response; empty except for status 401 and with `retry_after`."""
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
    """Return a text cut to 123 bytes, the maximum for the close reason of a WebSocket."""
    return text.encode("utf-8", "replace")[:_REASON_BYTES].decode("utf-8", "ignore")


def _problem(status: int, text: str, field: str | None, details: dict[str, object]) -> Problem:
    return Problem(status, text, field, **details)
