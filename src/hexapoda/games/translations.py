"""Translations of the package's sentences, both those of shared code and those of each game.

This module lists the languages, and adds translations to JSON objects for the page. English is the language
of the code and needs no catalog.
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
    """Return the languages that players can choose, by code. Each is named in the language itself, such as
    `Deutsch` for `de`.
    """
    from importlib.resources import files

    file = files("hexapoda.games") / "data" / "languages.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


def other_languages() -> tuple[str, ...]:
    """Return the codes of the languages that have catalogs: all but English."""
    return tuple(language for language in languages() if language != ENGLISH)


def patterns(language: str) -> Patterns:
    """Return all patterns of a language: those of shared code and of every game."""
    found = dict(read_patterns("hexapoda.games", language))
    for name in game_names():
        found.update(read_patterns(find_game(name).package, language))
    return found


def translated(fields: _Fields) -> _Fields:
    """Return `fields` with an additional field `translations`, which maps each language to the translations
    of the fields that are sentences or lists of sentences. If there are no such fields, return `fields`
    itself.
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
