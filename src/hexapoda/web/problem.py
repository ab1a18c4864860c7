"""`Problem`: a refused request with its status, and the one form in which errors leave the server."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from hexapoda.errors import HexapodaError
from hexapoda.games.translations import translated
from hexapoda.sentence import message_of

__all__ = ["Problem", "ProblemAnswer", "add_handlers", "close_reason", "problem_json"]

_REASON_BYTES = 123
"""The size of a frame of control, 125 bytes, without the code."""
_TEXTS = {404: "not found", 405: "this method is not allowed here"}


class Problem(Exception):
    """A refused request."""

    def __init__(self, status: int, text: str, field: str | None = None, **details: Any) -> None:
        """`status`: of HTTP; `field`: the part of the request that is wrong; `details`: more about the error,
        for programs. `retry_after` is the number of seconds after which to try again.
        """
        super().__init__(text)
        self.status = status
        self.text = text
        self.field = field
        self.details = details

    @property
    def headers(self) -> dict[str, str]:
        """What HTTP says about it besides the status."""
        if self.status == 401:
            return {"www-authenticate": "Bearer"}
        return {"retry-after": str(self.details["retry_after"])} if "retry_after" in self.details else {}


class ProblemText(BaseModel):
    """What is wrong with a request. Some errors have more fields."""

    model_config = ConfigDict(extra="allow")

    text: str
    field: str | None = Field(default=None, description="The part of the request that is wrong.")


class ProblemAnswer(BaseModel):
    """The answer to a request that is refused."""

    error: ProblemText


def problem_json(text: str, field: str | None = None, **details: Any) -> dict[str, Any]:
    """Return `{"error": {"text": ..., "field": ..., ...}}`, without the field if there is none."""
    error = {"text": text} if field is None else {"text": text, "field": field}
    return {"error": translated({**error, **details})}


def close_reason(text: str) -> str:
    """Return as much of a text as the reason for closing a WebSocket may have: 123 bytes."""
    return text.encode("utf-8", "replace")[:_REASON_BYTES].decode("utf-8", "ignore")


def add_handlers(app: FastAPI) -> None:
    """Answer all errors in the form of `problem_json`."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, error: Problem) -> JSONResponse:
        return JSONResponse(
            problem_json(error.text, error.field, **error.details), error.status, error.headers
        )

    @app.exception_handler(HexapodaError)
    async def _refused(request: Request, error: HexapodaError) -> JSONResponse:
        return JSONResponse(problem_json(message_of(error)), 400)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        path = [str(part) for part in first["loc"] if part != "body"]
        return JSONResponse(problem_json(str(first["msg"]), ".".join(path) or None), 400)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse(problem_json(_TEXTS.get(error.status_code, str(error.detail))), error.status_code)
