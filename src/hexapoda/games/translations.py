"""The sentences of the package in other languages: those of shared code, and those that each game brings.

Owns the languages, and how an object for a page carries its texts in all of them. English is the language of
the code and needs no table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TypeVar, cast

from hexapoda.games.table import find_game, game_names
from hexapoda.text.sentence import Patterns, Sentence, read_patterns

__all__ = ["ENGLISH", "languages", "other_languages", "patterns", "translated"]

_Fields = TypeVar("_Fields", bound=Mapping[str, object])
ENGLISH = "en"


@cache
def languages() -> Mapping[str, str]:
    """Return the languages of every text for players, each with the name that it has for itself."""
    from importlib.resources import files

    file = files("hexapoda.games") / "data" / "languages.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def other_languages() -> tuple[str, ...]:
    """Return the languages that have catalogs."""
    return tuple(language for language in languages() if language != ENGLISH)


def patterns(language: str) -> Patterns:
    """Return all patterns of a language."""
    found = dict(read_patterns("hexapoda.games", language))
    for name in game_names():
        found.update(read_patterns(find_game(name).package, language))
    return found


def translated(fields: _Fields) -> _Fields:
    """Return an object for a page: the fields, and in `translations` for each other language those of them
    that are sentences, or lists of them, in that language.
    """
    sentences = {name: value for name, value in fields.items() if _is_translatable(value)}
    if not sentences:
        return fields
    translations: dict[str, object] = {}
    for language in other_languages():
        known = patterns(language)
        translations[language] = {name: _in_language(value, known) for name, value in sentences.items()}
    return cast(_Fields, {**fields, "translations": translations})


def _is_translatable(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return any(isinstance(each, Sentence) for each in value)
    return isinstance(value, Sentence)


def _in_language(value: object, known: Patterns) -> object:
    if isinstance(value, (list, tuple)):
        return [_in_language(each, known) for each in value]
    return value.translated(known) if isinstance(value, Sentence) else value
