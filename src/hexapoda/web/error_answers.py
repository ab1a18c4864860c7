"""The error handlers of the application: every error has the form of `problem_json`."""

from __future__ import annotations

from typing import Annotated, NotRequired

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import Field
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from typing_extensions import TypedDict

from hexapoda.errors import HexapodaError
from hexapoda.text.sentence import Sentence, message_of, reason_of
from hexapoda.web.answers.parts import LocalizedJson
from hexapoda.web.problem import Problem, problem_json
from hexapoda.web.refusal_log import LOGGER

__all__ = ["ProblemAnswer", "add_handlers", "error_text"]

_TEXTS = {404: "not found", 405: "this method is not allowed here"}


class ProblemText(LocalizedJson):
    """What is wrong with a request. Some errors have additional fields."""

    text: str
    field: NotRequired[Annotated[str, Field(description="The part of the request that is wrong.")]]


class ProblemAnswer(TypedDict):
    """The response to a refused request."""

    error: ProblemText


def add_handlers(app: FastAPI) -> None:
    """Make the application respond to all errors in the form of `problem_json`."""

    @app.exception_handler(Problem)
    async def _problem(request: Request, error: Problem) -> JSONResponse:
        return JSONResponse(
            problem_json(error.text, error.field, **error.details), error.status, error.headers
        )

    @app.exception_handler(HexapodaError)
    async def _refused(request: Request, error: HexapodaError) -> JSONResponse:
        return JSONResponse(problem_json(message_of(error)), 400)

    @app.exception_handler(OSError)
    async def _disk(request: HTTPConnection, error: OSError) -> JSONResponse:
        if not isinstance(request, Request):  # a WebSocket
            raise error
        LOGGER.warning("%s %s: %s", request.method, request.url.path, error)  # not sent: it may name a file
        why = reason_of(error) if error.strerror else Sentence("the disk reported an error")
        if request.method in ("GET", "HEAD"):
            text = Sentence("this cannot be read: {why}", why=why)
        else:
            text = Sentence("this cannot be saved: {why}", why=why)
        return JSONResponse(problem_json(text), 503)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        path = [str(part) for part in first["loc"] if part != "body"]
        return JSONResponse(problem_json(error_text(first), ".".join(path) or None), 400)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        return JSONResponse(problem_json(_TEXTS.get(error.status_code, str(error.detail))), error.status_code)


def error_text(error: ErrorDetails) -> str:
    """Return the translatable message of a validation error: either pydantic's or our own."""
    kind, limits = error["type"], error.get("ctx", {})
    if kind == "value_error":
        return message_of(limits["error"])
    if kind == "missing":
        return Sentence("Field required")
    if kind == "extra_forbidden":
        return Sentence("Extra inputs are not permitted")
    if kind == "string_too_long":
        return Sentence("String should have at most {most} characters", most=limits["max_length"])
    if kind == "greater_than_equal":
        return Sentence("Input should be greater than or equal to {least}", least=limits["ge"])
    if kind == "less_than_equal":
        return Sentence("Input should be less than or equal to {most}", most=limits["le"])
    return Sentence("the request is invalid: {why}", why=str(error["msg"]))
