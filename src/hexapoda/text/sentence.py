"""`Sentence`: English text that remembers its pattern and its values, so that it can be translated.

Defines how a sentence is made from a pattern and values, how it is written as JSON, and how the patterns of
other languages are read. `hexapoda.games.translations` lists the languages and collects their patterns.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Self, TypeAlias

__all__ = [
    "Patterns",
    "Sentence",
    "joined",
    "listed",
    "message_of",
    "read_patterns",
    "reason_of",
    "sentence_from_json",
    "sentence_json",
]

Patterns: TypeAlias = Mapping[str, "str | Mapping[str, str]"]
"""The patterns of a language, by English pattern. An inflected word has a pattern for each of its forms; the
placeholder `{owner:f}` in another pattern asks for the form `f`. The form with the empty name replaces
missing forms.
"""

_PLACE = re.compile(r"\{[^{}]*\}")


class Sentence(str):
    """A sentence, or a part of one. It is a `str`: code that does not translate sees the English text.

    Attributes:
        pattern: the English pattern, as for `str.format`; other languages translate it.
        values: the values of its placeholders, by name. Values that are sentences are translated too.
    """

    pattern: str
    values: Mapping[str, Any]

    def __new__(cls, pattern: str, /, **values: Any) -> Self:
        """Return the sentence. Raises `KeyError` if a value is missing."""
        self = super().__new__(cls, pattern.format_map(values))
        self.pattern = pattern
        self.values = values
        return self

    def translated(self, patterns: Patterns, form: str = "") -> str:
        """Return the sentence in another language, or in English if its pattern has no translation. An
        inflected word appears in the form `form`.
        """
        found = patterns.get(self.pattern)
        if found is None:
            if any(letter.isalpha() for letter in _PLACE.sub("", self.pattern)):
                return str(self)
            values = {name: _translated(value, patterns, form) for name, value in self.values.items()}
            return self.pattern.format_map(values)  # the pattern has no words of its own to translate
        if not isinstance(found, str):
            found = found.get(form) or found[""]
        return found.format_map({name: _translated(value, patterns) for name, value in self.values.items()})

    def changed(self, change: Callable[[Any], Any]) -> Self:
        """Return the sentence with each value replaced by `change(value)`. In a value that is a sentence, the
        inner values are replaced first.
        """
        values = {name: change(_changed(value, change)) for name, value in self.values.items()}
        return type(self)(self.pattern, **values)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.pattern,), dict(self.values)


class _TranslatedValue:
    """A sentence that is a value in a translated sentence. It has the form `form` unless the placeholder asks
    for another one.
    """

    def __init__(self, sentence: Sentence, patterns: Patterns, form: str) -> None:
        self._sentence = sentence
        self._patterns = patterns
        self._form = form

    def __format__(self, form: str) -> str:
        return self._sentence.translated(self._patterns, form or self._form)

    def __repr__(self) -> str:
        return repr(format(self))


@cache
def read_patterns(package: str, language: str) -> Patterns:
    """Return a package's patterns for a language, from its file `data/sentences.LANGUAGE.json`; empty if
    there is no such file.
    """
    from importlib.resources import files

    file = files(package) / "data" / f"sentences.{language}.json"
    found: Patterns = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def joined(separator: str, parts: Iterable[object]) -> Sentence:
    """Return `parts` with a separator between them, such as `; `. The separator is not translated, so it must
    not contain letters.
    """
    values = {f"part{number}": part for number, part in enumerate(parts, 1)}
    return Sentence(separator.join(f"{{{name}}}" for name in values), **values)


def listed(words: Iterable[object], *, alternatives: bool = False) -> Sentence:
    """Return one or more words as a list: `a`, `a and b`, `a, b and c`; with `or` for alternatives."""
    *first, last = words
    if not first:
        return joined("", [last])
    before = joined(", ", first)
    if alternatives:
        return Sentence("{before} or {last}", before=before, last=last)
    return Sentence("{before} and {last}", before=before, last=last)


def message_of(error: BaseException) -> str:
    """Return the message of an error. If the error was raised with a `Sentence`, return that, because
    `str(error)` cannot be translated.
    """
    first = error.args[0] if error.args else None
    return first if isinstance(first, Sentence) else str(error)


def reason_of(error: OSError) -> str:
    """Return the reason for an operating-system error, without the file name: a `Sentence` for the
    most common errors, otherwise the system's own message in lower case.
    """
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()


def sentence_json(text: str) -> Any:
    """Return `text` as plain data for `sentence_from_json`. Text that is not a `Sentence` stays as it is."""
    if not isinstance(text, Sentence):
        return text
    return {
        "pattern": text.pattern,
        "values": {name: _value_json(value) for name, value in text.values.items()},
    }


def sentence_from_json(data: Any) -> str:
    """Return the text that `sentence_json` wrote. Raises `TypeError`, `KeyError` or `ValueError` for other
    data.
    """
    if isinstance(data, str):
        return data
    values = {str(name): _value(value) for name, value in data["values"].items()}
    try:
        return Sentence(str(data["pattern"]), **values)
    except (AttributeError, IndexError) as error:  # the pattern asks for an attribute or item of a value
        raise ValueError(str(error)) from None


class _Plain(str):
    """A value that is the same in all languages and all forms."""

    def __format__(self, form: str) -> str:
        return str(self) if form.isalpha() else super().__format__(form)


def _translated(value: Any, patterns: Patterns, form: str = "") -> Any:
    if isinstance(value, Sentence):
        return _TranslatedValue(value, patterns, form)
    return value if isinstance(value, (int, float, tuple)) else _Plain(value)


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    return value.changed(change) if isinstance(value, Sentence) else value


def _value_json(value: Any) -> Any:
    return (
        value
        if isinstance(value, (int, float))
        else sentence_json(value if isinstance(value, str) else str(value))
    )


def _value(data: Any) -> Any:
    return sentence_from_json(data) if isinstance(data, dict) else data


_REASONS: Mapping[int, Sentence] = {
    errno.ENOSPC: Sentence("no space left on device"),
    errno.EDQUOT: Sentence("disk quota exceeded"),
    errno.EACCES: Sentence("permission denied"),
    errno.EROFS: Sentence("read-only file system"),
}
"""The reasons that can be translated, by error number, in the words of the operating system."""
