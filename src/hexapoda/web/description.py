"""The description of the API, `/api/v1/openapi.json`: its nouns, and the form of each answer.

The form of requests comes from the models that check them, that of answers from `hexapoda.web.answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from hexapoda.web.answers.message import AnalysisMessage, GameMessage, ReviewMessage

__all__ = ["NOUNS", "answers", "describe", "files", "operation_id"]

NOUNS: list[dict[str, str]] = [
    {"name": "positions", "description": "Any position: its board, its legal moves, and why a move is not."},
    {"name": "games", "description": "Games that are played here."},
    {"name": "catalog", "description": "The games, what this server can do with them, and their rules."},
    {"name": "records", "description": "Games with variations, read from any text and written as files."},
    {"name": "analyses", "description": "Games with variations that are kept for the visitor."},
    {"name": "reviews", "description": "Games that are judged move by move."},
    {"name": "practice", "description": "The visitor's own mistakes as exercises, which come back."},
    {"name": "puzzles", "description": "Positions with a forced win."},
    {"name": "library", "description": "The stored games: lists, openings, players, imports, corrections."},
    {"name": "matches", "description": "Matches and tournaments of engines, also while they run."},
    {"name": "owner", "description": "Who the visitor is, to whom games, analyses and reviews belong."},
    {"name": "runs", "description": "Training runs of networks, also while they run."},
    {"name": "commands", "description": "What the owner of the data folder starts, stops and resumes here."},
]
"""The nouns of the API, in the order of the description."""

_OPEN = ("BoardJson", "MoveJson", "HintLineJson", "AnalysisLineJson", "MatchRowJson", "WholeMatchJson")
"""The answers with fields that have no description: each game and each format of matches adds some."""
Responses = dict[int | str, dict[str, Any]]
"""As FastAPI has it."""


class Described(TypedDict):
    """What a route is told about its answer."""

    responses: Responses
    response_model: type[dict[str, object]]


def answers(*models: type[Mapping[str, object]], status: int = 200) -> Described:
    """Return the description of a route's answer, which has the form of one of the models. The server does
    not check it.
    """
    model: Any = models[0]  # FastAPI's: a type, or a union of types
    for other in models[1:]:
        model |= other
    said = " Or: ".join((each.__doc__ or "").strip() for each in models)
    return {
        "responses": {status: {"model": model, "description": said}},
        "response_model": dict[str, object],  # the model itself would check, and drop what it does not know
    }


def files(text: str, *types: str) -> Responses:
    """Return the same for an answer that is a file of one of these media types."""
    return {200: {"description": text, "content": {type: {"schema": {"type": "string"}} for type in types}}}


def operation_id(route: APIRoute) -> str:
    """Return the name of a route for programs: `reviews-try_move`."""
    return "-".join([*map(str, route.tags), route.name])


def describe(app: FastAPI) -> None:
    """Make the description say which answers have further fields, and nothing about the `dict` of a route."""
    write = app.openapi

    def openapi() -> dict[str, Any]:  # as FastAPI has it
        if app.openapi_schema is None:
            schemas = write()["components"]["schemas"]
            for name, schema in _message_schemas().items():
                schemas.setdefault(name, schema)
            for name, schema in schemas.items():
                if name.endswith(("Json", "Message")) and "properties" in schema:
                    schema["additionalProperties"] = name in _OPEN
            for path in write()["paths"].values():
                for operation in path.values():
                    for answer in operation["responses"].values():
                        _clean(answer.get("content", {}).get("application/json"))
        return write()

    app.openapi = openapi  # type: ignore[method-assign]


def _message_schemas() -> dict[str, Any]:
    """Return the schemas of the messages of the WebSockets, by name, and of their parts."""
    unions: dict[str, Any] = {
        "GameMessage": GameMessage,
        "ReviewMessage": ReviewMessage,
        "AnalysisMessage": AnalysisMessage,
    }
    found: dict[str, Any] = {}
    for name, union in unions.items():
        schema = TypeAdapter(union).json_schema(ref_template="#/components/schemas/{model}")
        found |= schema.pop("$defs")
        found[name] = schema
    return found


def _clean(content: dict[str, dict[str, object]] | None) -> None:
    """Leave only the model of an answer: FastAPI adds that the route returns a `dict`."""
    if content is None:
        return
    schema = content["schema"]
    kept: dict[str, object] = {name: schema[name] for name in ("$ref", "anyOf") if name in schema}
    content["schema"] = kept or schema
