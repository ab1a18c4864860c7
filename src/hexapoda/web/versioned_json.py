"""Responses as JSON, some with a version, so that a page need not reload data that it already has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass

from pydantic_core import PydanticSerializationError, to_json

__all__ = ["compact_json", "fast_json", "version_of", "versioned_json"]


def compact_json(answer: object) -> bytes:
    """Return an object as JSON in ASCII, because text from damaged files may contain lone surrogates."""
    return json.dumps(answer, default=_plain, allow_nan=False, separators=(",", ":")).encode("ascii")


def _plain(value: object) -> object:
    """Return the fields of a dataclass. Raises `TypeError` for anything else."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    raise TypeError(f"{type(value).__name__} is not JSON")


def fast_json(answer: object) -> bytes:
    """Return a large object as JSON, faster than `compact_json`, which is only used if a text contains lone
    surrogates.
    """
    try:
        return to_json(answer)
    except PydanticSerializationError:
        return compact_json(answer)


def version_of(answer: object) -> str:
    """Return the version of an object: a short hash of its JSON."""
    return hashlib.sha256(compact_json(answer)).hexdigest()[:16]


def versioned_json(answer: dict[str, object], since: str) -> bytes:
    """Return a response with its `version` as JSON; only the version if it is equal to `since`."""
    version = version_of(answer)
    return compact_json({"version": version, **({} if version == since else answer)})
