"""The facts of Hex in words: every pattern for every person, in English and in the other languages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import get_args

import pytest

from hexapoda.games.fact import Fact, Phrase
from hexapoda.games.translations import other_languages, patterns
from hexapoda.hex.edge_templates import TEMPLATES
from hexapoda.hex.fact_words import COLORS, EDGES, KINDS, marked, phrase
from hexapoda.text.sentence import Sentence

FORMS: tuple[Phrase, ...] = get_args(Phrase)
DEEDS = {"double-intrusion", "links", "cut", "ladder", "ladder-escape", "edge-template"}
"""The kinds with words for what a move does."""

SHARED = {"in"}
"""Words of English and of another language."""


def examples() -> Iterator[Fact]:
    """Facts of each kind, for both colors whoever has them."""
    for kind, (color, gains) in itertools.product(KINDS, itertools.product((0, 1), (0, 1))):
        owner = 1 - color if kind.id in ("cut", "double-intrusion") else color
        pairs: list[tuple[str, ...]] = [()]
        if kind.id == "ladder":
            pairs = [(edge, row) for edge in EDGES[color] for row in "234"]
        elif kind.id == "ladder-escape":
            pairs = [(edge, row, "e5") for edge in EDGES[color] for row in "234"]
        elif kind.id == "edge-template":
            pairs = [("a2", edge, name) for edge in EDGES[color] for name in TEMPLATES]
        elif kind.id in ("wasted-intrusion", "links", "cut"):
            pairs = [("c3", "d4"), *(("c3", edge) for edge in EDGES[owner])]
        for pieces, count in itertools.product(pairs, (0, 1, 2, 5)):
            cells = ((0, 1), (2, 3))
            count = 2 if kind.id == "ladder-escape" else count
            yield Fact(kind.id, gains, 1, (COLORS[color], *pieces), cells, count)


def all_sentences() -> dict[str, Sentence]:
    """What the coach says with every phrase."""
    found: dict[str, Sentence] = {}
    for fact, form, you in itertools.product(examples(), FORMS, (None, 0, 1)):
        words = phrase(fact, form, you)
        if words:
            pattern = "After {move}: {words}." if form == "is" else "{move} {words}."
            name = {"is": "clause", "does": "does", "ends": "ends"}[form]
            said = Sentence(pattern.replace("words", name), move="e5", **{name: words})
            found.setdefault(said, said)
    return found


def test_cells_are_listed_where_the_words_call_them_marked() -> None:
    for fact, form, you in itertools.product(examples(), FORMS, (None, 0, 1)):
        if words := phrase(fact, form, you):
            assert ("marked cell" in words) == bool(marked(fact)), (fact, words)


def test_each_kind_has_words_for_what_it_is_and_some_for_what_a_move_does() -> None:
    for fact, you in itertools.product(examples(), (None, 0, 1)):
        assert phrase(fact, "is", you)
        assert bool(phrase(fact, "does", you)) == (fact.kind in DEEDS)
        assert phrase(fact, "ends", you) == ""


def test_you_are_addressed() -> None:
    """Nobody is named who is addressed."""
    for fact, form, you in itertools.product(examples(), FORMS, (0, 1)):
        color = COLORS.index(fact.pieces[0]) if you == fact.gains else 1 - COLORS.index(fact.pieces[0])
        words = phrase(fact, form, you)
        assert COLORS[color].capitalize() not in words, words


@pytest.mark.parametrize("language", other_languages())
def test_other_languages_say_everything(language: str) -> None:
    """No English word is left, and different sentences stay different."""
    found = {text: sentence.translated(patterns(language)) for text, sentence in all_sentences().items()}
    english = {word for text in found for word in text.replace(",", "").split() if word.isalpha()} - SHARED
    for text, other in found.items():
        left = english & set(other.replace(".", "").replace(",", "").split())
        assert not left, f"{other!r} for {text!r}"
        assert other[0].isupper() or other.startswith("e5 "), other
    assert len(set(found.values())) == len(found)


def test_a_german_sentence_after_a_colon_begins_with_a_capital() -> None:
    for sentence in all_sentences().values():
        _, colon, clause = sentence.translated(patterns("de")).partition(": ")
        assert not colon or clause[0].isupper() or clause.startswith(("a2 ", "die ", ".")), clause
