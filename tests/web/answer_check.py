"""Every answer that a test of the API gets is compared with the description of the API."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs
from fastapi.routing import APIRoute

from tests.web.apps import described

__all__ = ["check_answer", "check_message"]

API = "/api/v1"


@cache
def _paths() -> list[tuple[Any, str]]:
    """The patterns of the addresses, with their names in the description."""
    description = described()["paths"]
    made = {path: APIRoute(path, lambda: None).path_regex for path in description}
    return [(pattern, path) for path, pattern in made.items()]


@cache
def _validator(path: str, method: str, status: str) -> Any:
    responses = described()["paths"][path][method]["responses"]
    answer = responses.get(status) or responses.get(f"{status[0]}XX")
    assert answer is not None, f"{method} {path}: the description has no status {status}"
    schema = answer["content"].get("application/json", {}).get("schema")
    if schema is None:
        return None
    return jsonschema_rs.Draft202012Validator({**schema, "components": described()["components"]})


@cache
def _message_validator(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": described()["components"]}
    )


def check_message(name: str, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message of a WebSocket. Fail if it is not of the type that the description has."""
    fields = {key: value for key, value in message.items() if key != "ref"}
    kind = message["type"]
    wrong = [error.message for error in _message_validator(name).iter_errors(fields)]
    assert not wrong, f"{name} {kind}: {wrong[:3]}"
    return message


def check_answer(method: str, path: str, status: int, media_type: str, body: bytes) -> None:
    """Fail if an answer is not what the description says."""
    if not path.startswith(f"{API}/") or not media_type.startswith("application/json"):
        return
    known = next((name for pattern, name in _paths() if pattern.match(path)), None)
    if known is None or method not in described()["paths"][known] or status == 500:
        return
    validator = _validator(known, method, str(status))
    if validator is None:
        return
    wrong = [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in validator.iter_errors(json.loads(body))
    ]
    assert not wrong, f"{method} {path}, status {status}: {wrong[:3]}"
