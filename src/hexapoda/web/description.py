"""The description of the API, `/api/v1/openapi.json`: its nouns, and the form of each answer.

The form of requests comes from the models that check them, that of answers from `hexapoda.web.answers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, TypedDict

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

__all__ = ["NOUNS", "answer", "answers", "describe", "files", "operation_id"]

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
_MODELS = "x-answer"
"""The place of the names of an answer's models in the description of its route. FastAPI would make the
schemas of the models themselves at the start of the server, and again at the first request.
"""
_MESSAGES = (
    "hexapoda.web.answers.message:GameMessage",
    "hexapoda.web.answers.message:ReviewMessage",
    "hexapoda.web.answers.message:AnalysisMessage",
    "hexapoda.web.live.wishes:JoinGame",
    "hexapoda.web.live.wishes:GameWish",
    "hexapoda.web.live.wishes:JoinReview",
    "hexapoda.web.live.wishes:ReviewWish",
    "hexapoda.web.live.wishes:AnalysisRequest",
)
"""The messages of the WebSockets, of the server and of pages."""
Responses = dict[int | str, dict[str, Any]]
"""As FastAPI has it."""


class Described(TypedDict):
    """The description of an answer, as FastAPI takes it."""

    responses: Responses
    response_model: type[dict[str, object]]


def answers(*models: type[Mapping[str, object]], status: int = 200) -> Described:
    """Return the description of a route's answer, which has the form of one of the models. The server does
    not check it.
    """
    description = " Or: ".join((each.__doc__ or "").strip() for each in models)
    return {
        "responses": {status: answer(description, *models)},
        "response_model": dict[str, object],  # the model itself would check, and drop what it does not know
    }


def answer(text: str, *models: type[Mapping[str, object]]) -> dict[str, Any]:
    """Return one row of `responses`: what the answer is, and its form."""
    return {"description": text, _MODELS: [f"{model.__module__}:{model.__qualname__}" for model in models]}


def files(text: str, *types: str) -> Responses:
    """Return the same for an answer that is a file of one of these media types."""
    return {200: {"description": text, "content": {type: {"schema": {"type": "string"}} for type in types}}}


def operation_id(route: APIRoute) -> str:
    """Return the name of a route for programs: `reviews-try_move`."""
    return "-".join([*map(str, route.tags), route.name])


def describe(app: FastAPI) -> None:
    """Put the forms of the answers into the description, when it is first asked for."""
    write = app.openapi

    def openapi() -> dict[str, Any]:  # as FastAPI has it
        if app.openapi_schema is None:
            _add_answers(write())
        return write()

    app.openapi = openapi  # type: ignore[method-assign]


def _add_answers(description: dict[str, Any]) -> None:
    """Replace the models of the answers by their schemas."""
    described = [
        row
        for path in description["paths"].values()
        for operation in path.values()
        for row in operation["responses"].values()
        if _MODELS in row
    ]
    names = dict.fromkeys(name for row in described for name in row[_MODELS])
    adapters: Any = [
        (name, "serialization", TypeAdapter[Any](resolve_name(name))) for name in (*names, *_MESSAGES)
    ]
    schemas, parts = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")
    for row in described:
        forms = [schemas[name, "serialization"] for name in row.pop(_MODELS)]
        schema = forms[0] if len(forms) == 1 else {"anyOf": forms}
        row["content"] = {"application/json": {"schema": schema}}
    messages = {name.partition(":")[2]: schemas[name, "serialization"] for name in _MESSAGES}
    named = description["components"]["schemas"] | messages | parts["$defs"]
    for name, schema in named.items():
        if name.endswith(("Json", "Message")) and "properties" in schema:
            schema["additionalProperties"] = name in _OPEN
    description["components"]["schemas"] = dict(sorted(named.items()))
