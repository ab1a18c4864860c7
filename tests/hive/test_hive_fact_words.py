"""The facts in words: every pattern with every piece and every person, in English and in German."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import get_args

import pytest

from hexapoda.games.fact import Fact, Phrase
from hexapoda.games.translations import other_languages, patterns
from hexapoda.hive import facts
from hexapoda.text.sentence import Sentence

QUEENS = ("wQ", "bQ")
BUGS = ("S1", "B2", "G3", "A1", "M", "L", "P")
FORMS: tuple[Phrase, ...] = get_args(Phrase)
NEVER_DONE = {"own-cover", "must-pass", "shut-out", "gate", "race", "repetition"}
"""The kinds without a count that have no words for what a move does."""
NEVER_ENDED = {
    "queen-covered",
    "covered",
    "own-cover",
    "no-defense",
    "must-pass",
    "ring",
    "movable",
    "reserve",
    "throw-in",
    "shut-out",
    "gate",
    "race",
    "repetition",
}
"""The kinds that have no words for what a move ends."""


SHARED = {"in"}
"""Words of English and of another language."""


def examples() -> Iterator[Fact]:
    """Facts of each kind, with each bug of both colors."""
    for gains, (kind, bug) in itertools.product((0, 1), itertools.product(facts.KINDS, BUGS)):
        victim, name = QUEENS[1 - gains], "wb"[gains] + bug
        if kind.id in ("must-pass", "no-placement", "repetition"):
            yield Fact(kind.id, gains, 1)
        elif kind.id == "race":
            for cells, count in ((((0, 0),), 2), (((0, 0), (0, 1)), 2)):
                yield Fact(kind.id, gains, 1, (victim, QUEENS[gains]), cells, count)
        elif kind.id in ("shut-out", "gate"):
            for cells in (((0, 0),), ((0, 0), (0, 1))):
                yield Fact(kind.id, gains, 1, (QUEENS[gains],), cells)
        elif kind.id == "throw-in":
            yield from (Fact(kind.id, gains, 1, (victim, side + bug), ((0, 0),)) for side in "wb")
        elif kind.counted:
            pieces = () if kind.id in ("movable", "reserve") else (victim,)
            yield from (Fact(kind.id, gains, 1, pieces, (), count) for count in (0, 1, 3))
        elif kind.id == "covered":
            yield Fact(kind.id, gains, 1, ("wb"[1 - gains] + bug, "wb"[gains] + "B1"), ((0, 0),))
        elif kind.id == "own-cover":
            yield from (
                Fact(kind.id, gains, 1, (piece, "wb"[1 - gains] + "B1"), ((0, 0),))
                for piece in ("wb"[1 - gains] + bug, victim)
            )
        elif kind.id in ("pinned", "shut-in"):
            yield Fact(kind.id, gains, 1, ("wb"[1 - gains] + bug,), ((0, 0),))
        elif kind.id in ("last-cell", "queen-covered", "queen-climb"):
            yield Fact(kind.id, gains, 1, (victim, name), ((0, 0),))
        else:
            yield Fact(kind.id, gains, 1, (QUEENS[gains] if kind.id == "throw-out" else victim,), ((0, 0),))


def said(fact: Fact, form: Phrase, you: int | None) -> str:
    """The sentence of the coach."""
    words = facts.phrase(fact, form, you)
    if not words:
        return ""
    if form == "is":
        return Sentence("After {move}: {clause}.", move="bA1 -wQ", clause=words)
    name = "does" if form == "does" else "ends"
    return Sentence(f"{{move}} {{{name}}}.", move="bA1 -wQ", **{name: words})


def all_sentences() -> dict[str, Sentence]:
    found: dict[str, Sentence] = {}
    for fact, form, you in itertools.product(examples(), FORMS, (None, 0, 1)):
        sentence = said(fact, form, you)
        if isinstance(sentence, Sentence):
            found.setdefault(sentence, sentence)
    return found


@pytest.mark.parametrize("kind", [kind.id for kind in facts.KINDS])
def test_each_kind_has_words(kind: str) -> None:
    for fact, you in itertools.product(examples(), (None, 0, 1)):
        if fact.kind != kind:
            continue
        assert said(fact, "is", you)
        assert bool(said(fact, "does", you)) == (fact.count is None and kind not in NEVER_DONE), fact
        assert bool(said(fact, "ends", you)) == (kind not in NEVER_ENDED)


def test_you_are_addressed() -> None:
    for fact, form in itertools.product(examples(), FORMS):
        for you, name in enumerate(("white", "black")):
            words = said(fact, form, you).lower()
            assert name not in words, words
            assert form != "is" or "you" in words or name not in said(fact, form, None).lower(), words


def test_sentences() -> None:
    throw = Fact("throw-queen", 0, 1, ("bQ",), ((0, 0),))
    climb = Fact("queen-climb", 1, 1, ("wQ", "bB2"), ((0, 0),))
    assert [said(throw, form, None) for form in FORMS] == [
        "After bA1 -wQ: White can throw the black queen.",
        "bA1 -wQ threatens to throw the black queen.",
        "bA1 -wQ keeps the black queen from being thrown.",
    ]
    assert [said(throw, "is", you) for you in (0, 1)] == [
        "After bA1 -wQ: you can throw the black queen.",
        "After bA1 -wQ: White can throw your queen.",
    ]
    assert [said(climb, form, 0) for form in FORMS] == [
        "After bA1 -wQ: the black beetle (bB2) can climb onto your queen.",
        "bA1 -wQ threatens to climb onto your queen.",
        "bA1 -wQ keeps the black beetle (bB2) from climbing onto your queen.",
    ]


def test_a_throw_of_the_own_queen_is_not_called_an_escape() -> None:
    """Nothing is said of where she is safer."""
    out = Fact("throw-out", 0, 1, ("wQ",), ((0, 0),))
    assert [said(out, "is", None), said(out, "is", 0), said(out, "does", 0), said(out, "ends", 1)] == [
        "After bA1 -wQ: White can throw the white queen out.",
        "After bA1 -wQ: you can throw your queen out.",
        "bA1 -wQ lets you throw your queen out.",
        "bA1 -wQ keeps White from throwing the white queen out.",
    ]


def test_german_sentences() -> None:
    german = {str(text): sentence.translated(patterns("de")) for text, sentence in all_sentences().items()}
    for text, expected in {
        "After bA1 -wQ: the black beetle (bB2) can climb onto your queen.": (
            "Nach bA1 -wQ: Der schwarze Käfer (bB2) kann auf deine Königin klettern."
        ),
        "bA1 -wQ keeps your mosquito (wM) from climbing onto the black queen.": (
            "bA1 -wQ hindert deinen Moskito (wM) daran, auf die schwarze Königin zu klettern."
        ),
        "After bA1 -wQ: your beetle (wB2) sits on the black queen.": (
            "Nach bA1 -wQ: Dein Käfer (wB2) sitzt auf der schwarzen Königin."
        ),
        "bA1 -wQ pins the white grasshopper (wG3).": "bA1 -wQ fesselt den weißen Grashüpfer (wG3).",
        "After bA1 -wQ: you can throw the black queen.": (
            "Nach bA1 -wQ: Die schwarze Königin kann von dir geworfen werden."
        ),
        "bA1 -wQ keeps you from throwing your queen out.": (
            "bA1 -wQ hindert dich daran, deine Königin herauszuwerfen."
        ),
        "After bA1 -wQ: 3 of White's pieces can move.": "Nach bA1 -wQ: 3 der weißen Steine können ziehen.",
    }.items():
        assert german[text] == expected


@pytest.mark.parametrize("language", other_languages())
def test_other_languages_say_everything(language: str) -> None:
    """No English word is left, and different sentences stay different."""
    found = {text: sentence.translated(patterns(language)) for text, sentence in all_sentences().items()}
    english = {word for text in found for word in text.replace(".", "").split() if word.isalpha()} - SHARED
    for text, other in found.items():
        left = english & set(other.replace(".", "").split())
        assert not left, f"{other!r} for {text!r}"
    assert len(set(found.values())) == len(found)
