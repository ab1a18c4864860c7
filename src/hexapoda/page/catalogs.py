"""The scripts of the page that are made of catalogs: the list of languages, and the words of each of them.

Owns what is in these scripts. The words of the page in a language are a module, `words/LANGUAGE.js`; the
sentences that the boards of the games say come to them, from the catalogs of the games. The pages that stand
alone have their words in all languages in one script, from the catalog of shared code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container

from hexapoda.games.page_files import page_folders
from hexapoda.games.translations import languages, other_languages, patterns
from hexapoda.text.sentence import Patterns, read_patterns

__all__ = ["catalog_path", "made_paths", "made_script", "some_words", "with_sentences"]

_LANGUAGES = "languages.js"
_ALONE = "offline/words.js"
_PAGES_ALONE = ("offline/page.html", "offline/locked.html")
_PART = re.compile(r"^(?=export const (\w+))", re.MULTILINE)
"""The start of a part in a catalog of the page."""


def catalog_path(language: str) -> str:
    """Return the path of the words of the page in a language."""
    return f"words/{language}.js"


def made_paths() -> tuple[str, ...]:
    """Return the paths of the scripts that are made of catalogs."""
    return (_LANGUAGES, _ALONE, *map(catalog_path, other_languages()))


def made_script(path: str, read: Callable[[str], str]) -> str | None:
    """Return the script at this path if it is made of catalogs, otherwise None. `read` returns the text of a
    file of the page; raises what it raises.
    """
    if path not in made_paths():
        return None
    if path == _LANGUAGES:
        return f"export const LANGUAGES = Object.freeze({_json(languages())});\n"
    if path == _ALONE:
        pages = "".join(map(read, _PAGES_ALONE))
        shared = {each: read_patterns("hexapoda.games", each) for each in other_languages()}
        words = {each: _used(known, pages, ">", "<") for each, known in shared.items()}
        return f"export const WORDS = {_json(words)};\n"
    [language] = [each for each in other_languages() if catalog_path(each) == path]
    scripts = (file for folder in page_folders().values() for file in sorted(folder.rglob("*.js")))
    return with_sentences(read(path), language, "".join(file.read_text("utf-8") for file in scripts))


def with_sentences(words: str, language: str, boards: str) -> str:
    """Return the words of the page in a language with the sentences that boards say. `boards`: the text of
    their scripts, which have the English sentences in double quotes.
    """
    sentences = _used(patterns(language), boards, '"', '"')
    return f"{words}\nexport const sentences = {_json(sentences)};\n"


def some_words(words: str, parts: Container[str]) -> str:
    """Return the words of the page in a language without the parts that are not among these."""
    head, *rest = _PART.split(words)
    return head + "".join(text for part, text in zip(rest[::2], rest[1::2], strict=True) if part in parts)


def _used(known: Patterns, text: str, before: str, after: str) -> Patterns:
    """The patterns that a text has between these signs."""
    return {pattern: found for pattern, found in known.items() if f"{before}{pattern}{after}" in text}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
