"""The page's scripts that are made from catalogs: the list of languages, and the words of each language.

Generates these scripts. The page's words in a language are a module, `words/LANGUAGE.js`, to which the
sentences of the games' boards are added from the catalogs of the games. The words of the standalone pages are
in one script for all languages, made from the catalog of shared code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping

from hexapoda.games.page_files import page_folders
from hexapoda.games.translations import languages, other_languages, patterns
from hexapoda.text.sentence import Patterns, read_patterns

__all__ = ["BOARD_WORDS", "catalog_path", "made_paths", "made_script", "some_words", "with_sentences"]

_LANGUAGES = "languages.js"
_ALONE = "offline/words.js"
BOARD_WORDS = "words.js"
"""The module with the texts of a game's board."""
_FORM = re.compile(r"\{\w+:(\w+)\}")
"""A field of a pattern that names a grammatical form."""
_PAGES_ALONE = ("offline/page.html", "offline/locked.html")
_STATEMENT = re.compile(r"^(?=(?:(?:export )?const|import \{) (\w+)\b)", re.MULTILINE)
"""The start of a part of the page's words, or of a constant or import that parts use, with its name."""


def catalog_path(language: str) -> str:
    """Return the path of the page's words in a language."""
    return f"words/{language}.js"


def made_paths() -> tuple[str, ...]:
    """Return the paths of the scripts that are made from catalogs."""
    return (_LANGUAGES, _ALONE, *map(catalog_path, other_languages()))


def made_script(path: str, read: Callable[[str], str]) -> str | None:
    """Return the script at this path if it is made from catalogs, otherwise None. `read` returns the text of
    a file of the page; its errors propagate.
    """
    if path not in made_paths():
        return None
    if path == _LANGUAGES:
        return f"export const LANGUAGES = {_json(languages())};\n"
    if path == _ALONE:
        pages = "".join(map(read, _PAGES_ALONE))
        shared = {each: read_patterns("hexapoda.games", each) for each in other_languages()}
        words = {each: _used(known, pages, ">", "<") for each, known in shared.items()}
        return f"export const WORDS = {_json(words)};\n"
    [language] = [each for each in other_languages() if catalog_path(each) == path]
    files = (folder / BOARD_WORDS for folder in page_folders().values())
    boards = "".join(file.read_text("utf-8") for file in files if file.is_file())
    return with_sentences(read(path), language, boards)


def with_sentences(words: str, language: str, boards: str) -> str:
    """Return the page's words in a language, with the sentences of the boards added. `boards` is the joined
    text of their `BOARD_WORDS` modules, which contain the English sentences in double quotes.
    """
    sentences = _asked_forms(_used(patterns(language), boards, '"', '"'))
    return f"{words}\nexport const sentences = {_json(sentences)};\n"


def some_words(words: str, parts: Container[str]) -> str:
    """Return only these parts of the page's words in a language, with the constants and imports they use."""
    _, *rest = _STATEMENT.split(words)
    kept = ""
    for name, text in reversed(list(zip(rest[::2], rest[1::2], strict=True))):
        needed = name in parts if text.startswith("export") else re.search(rf'(?<![\w"]){name}\b', kept)
        if needed:
            kept = text + kept
    return kept


def _used(known: Patterns, text: str, before: str, after: str) -> Patterns:
    """Return the patterns that occur in `text` between the strings `before` and `after`."""
    return {pattern: found for pattern, found in known.items() if f"{before}{pattern}{after}" in text}


def _asked_forms(known: Patterns) -> Patterns:
    """Return the patterns with only those grammatical forms that some pattern uses."""
    asked = {""}
    while True:
        kept = {pattern: _some_forms(found, asked) for pattern, found in known.items()}
        more = set(_FORM.findall(_json(kept))) - asked
        if not more:
            return kept
        asked |= more


def _some_forms(found: str | Mapping[str, str], forms: Container[str]) -> str | Mapping[str, str]:
    return found if isinstance(found, str) else {form: found[form] for form in found if form in forms}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
