"""Comments, docstrings and pages have no turns of phrase that readers stumble over, and no names that say
nothing.

The house rules in CONTRIBUTING.md say how to write. This only keeps patterns from coming back that were
rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGLISH = re.compile(
    r"\bwhoever comes\b|\bthe whole truth\b|\bNone is the one\b|\bof all games it is\b|\bis own stays\b"
    r"|\bwhat is to be (?:seen|found|done|changed|corrected)\b|\bonly looks on\b|\bthe lines? comes? again\b"
    r"|\bLet the clock\b|\bwithin so many\b|\bafter so many plies\b|\bwith so many stones\b|\bhangs? on\b"
    r"|\bby lot\b|(?<!there) is no (?:text|engine|cell|move)\b|\bcome by often\b|\btold to come\b"
    r"|\bknown better\b|\bhow much an? \w+ tells\b|\bin the web\b|\bnot so many\b|\bcrew\b"
    r"|\b(?:at most|every|has|up to|with|after|within|,) so many (?!games were)",
    re.IGNORECASE,
)
SPELLING = re.compile(
    r"\b(?:colour|neighbour|behaviour|favour|centre|catalogue|grey|judgement)(?:s|ed|ing|ful)?\b",
    re.IGNORECASE,
)
"""British spelling; the code has American spelling."""
ORDER = re.compile(r'^\s*(?:"""|#|//|/?\*{1,2}) ?Let (?!us )[a-z]', re.MULTILINE)
"""A docstring or a comment says what the code does: Start the engine, not: Let the engine start."""
NAMES = re.compile(
    r"\b(?:giving_way|SlowWork|LastingSocket|ToldJson|PuzzleShelf|game_kind|game_lookup|customs|Temper|SIGHT|unheard"
    r"|_patience|_trust|_calm|_tell|crew_?|varied|dress|sorry)\b"
    r"|\b(?:said|told|worth|heard|near)(?: =|: \w+ =| :=)"
)
"""Names that say how something feels, not what it is."""
CODE = (".py", ".js", ".css", ".hpp", ".cpp", ".pyi")


def _files() -> Iterator[Path]:
    for folder in ("src", "cpp", "tools", "examples", "benchmarks", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            if path.suffix in (*CODE, ".md") and not {"vendor", "node_modules", "_build", "de"} & set(parts):
                yield path


def _found(pattern: re.Pattern[str], path: Path) -> list[str]:
    lines = enumerate(path.read_text("utf-8").splitlines(), 1)
    return [
        f"{path.relative_to(ROOT)}:{line}: {found[0]}"
        for line, text in lines
        for found in pattern.finditer(text)
    ]


def test_sentences_are_plain() -> None:
    found = [each for path in _files() for pattern in (ENGLISH, SPELLING) for each in _found(pattern, path)]
    assert found == []


def test_comments_say_what_the_code_does() -> None:
    assert [each for path in _files() if path.suffix in CODE for each in _found(ORDER, path)] == []


def test_names_say_what_they_are() -> None:
    assert [each for path in _files() if path.suffix in CODE for each in _found(NAMES, path)] == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (ENGLISH, "# What is to be done, and what came of it."),
        (ENGLISH, "Whether a move wins within so many moves."),
        (SPELLING, "the colours of the Neighbours"),
        (NAMES, "    said = Sentence('x')"),
        (NAMES, "class PuzzleShelf:"),
        (ORDER, '    """Let the engine search."""'),
        (ORDER, "/** Let pieces move. */"),
        (ENGLISH, "It keeps at most so many of them."),
    ],
)
def test_the_patterns_find_something(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
