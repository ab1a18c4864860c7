"""The OpenAPI document of the API, `/api/v1/openapi.json`: its tags, and the schemas of its responses.

The schemas of requests come from the models that validate them. The schemas of responses are made here, from
the models in `hexapoda.web.answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, TypedDict

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

__all__ = ["TAGS", "file_responses", "install_openapi", "json_responses", "operation_id", "response"]

TAGS: list[dict[str, str]] = [
    {
        "name": "positions",
        "description": "Any position: its board, its legal moves, and why a move is illegal.",
    },
    {"name": "games", "description": "Games played on this server."},
    {"name": "catalog", "description": "The games, what this server can do with them, and their rules."},
    {"name": "records", "description": "Games with variations, read from any text and written as files."},
    {"name": "analyses", "description": "Games with variations that the visitor keeps."},
    {"name": "reviews", "description": "Games analyzed move by move."},
    {"name": "practice", "description": "Exercises from the visitor's own mistakes, repeated on a schedule."},
    {"name": "puzzles", "description": "Positions with a forced win."},
    {"name": "library", "description": "The stored games: lists, openings, players, imports, corrections."},
    {"name": "matches", "description": "Matches and tournaments of engines, including running ones."},
    {"name": "owner", "description": "The visitor: who owns games, analyses and reviews."},
    {"name": "runs", "description": "Training runs of networks, including running ones."},
    {
        "name": "commands",
        "description": "Commands that the owner of the data folder can start, stop and resume.",
    },
]
"""The OpenAPI tags, in the order of the document."""

_EXTENSIBLE = ("BoardJson", "MoveJson", "HintLineJson", "AnalysisLineJson", "MatchRowJson", "WholeMatchJson")
"""The schemas that allow additional fields, because each game and each match format adds its own."""
_MODEL_NAMES_KEY = "x-answer"
"""The key under which a route lists the names of its response models. If it listed the models themselves,
FastAPI would build their schemas at startup and again at the first request.
"""
_SOCKET_MESSAGES = (
    "hexapoda.web.answers.message:GameMessage",
    "hexapoda.web.answers.message:ReviewMessage",
    "hexapoda.web.answers.message:AnalysisMessage",
    "hexapoda.web.live.wishes:JoinGame",
    "hexapoda.web.live.wishes:GameWish",
    "hexapoda.web.live.wishes:JoinReview",
    "hexapoda.web.live.wishes:ReviewWish",
    "hexapoda.web.live.wishes:AnalysisRequest",
)
"""The models of WebSocket messages, from the server and from pages."""
Responses = dict[int | str, dict[str, Any]]
"""OpenAPI responses by status code, as FastAPI expects them."""


class RouteDescription(TypedDict):
    """The arguments of a FastAPI route that describe its responses."""

    responses: Responses
    response_model: type[dict[str, object]]


def json_responses(*models: type[Mapping[str, object]], status: int = 200) -> RouteDescription:
    """Return the description of a route that responds with JSON in the form of one of the models. The
    server does not check its responses.
    """
    description = " Or: ".join((each.__doc__ or "").strip() for each in models)
    return {
        "responses": {status: response(description, *models)},
        # Given a model, FastAPI would validate responses and drop unknown fields.
        "response_model": dict[str, object],
    }


def response(description: str, *models: type[Mapping[str, object]]) -> dict[str, Any]:
    """Return the OpenAPI response that has the form of one of the models."""
    names = [f"{model.__module__}:{model.__qualname__}" for model in models]
    return {"description": description, _MODEL_NAMES_KEY: names}


def file_responses(description: str, *media_types: str) -> Responses:
    """Return the OpenAPI responses of a route that sends a file of one of these media types."""
    schema = {"schema": {"type": "string"}}
    return {200: {"description": description, "content": dict.fromkeys(media_types, schema)}}


def operation_id(route: APIRoute) -> str:
    """Return the operation id of a route, such as `reviews-try_move`."""
    return "-".join([*map(str, route.tags), route.name])


def install_openapi(app: FastAPI) -> None:
    """Make the app add the schemas of its responses to the OpenAPI document when it is first requested."""
    write = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _add_schemas(write())  # write() caches the document that it returns
        return write()

    app.openapi = openapi  # type: ignore[method-assign]


def _add_schemas(document: dict[str, Any]) -> None:
    """Replace the names of the models in an OpenAPI document with schemas, and add the WebSocket messages."""
    responses = [
        entry
        for path in document["paths"].values()
        for operation in path.values()
        for entry in operation["responses"].values()
        if _MODEL_NAMES_KEY in entry
    ]
    names = dict.fromkeys(name for entry in responses for name in entry[_MODEL_NAMES_KEY])
    adapters: Any = [
        (name, "serialization", TypeAdapter[Any](resolve_name(name))) for name in (*names, *_SOCKET_MESSAGES)
    ]
    schemas, parts = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")
    for entry in responses:
        forms = [schemas[name, "serialization"] for name in entry.pop(_MODEL_NAMES_KEY)]
        schema = forms[0] if len(forms) == 1 else {"anyOf": forms}
        entry["content"] = {"application/json": {"schema": schema}}
    messages = {name.partition(":")[2]: schemas[name, "serialization"] for name in _SOCKET_MESSAGES}
    components = document["components"]["schemas"] | messages | parts["$defs"]
    _close_objects(components)
    document["components"]["schemas"] = dict(sorted(components.items()))


def _close_objects(schemas: dict[str, Any]) -> None:
    """Forbid additional fields in the schemas of the server's own objects, whose names end in "Json" or
    "Message", unless they are extensible. The models of requests define this themselves.
    """
    for name, schema in schemas.items():
        if name.endswith(("Json", "Message")) and "properties" in schema:
            schema["additionalProperties"] = name in _EXTENSIBLE
