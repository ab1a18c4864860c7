"""The terms of the evaluation in words: their names, and phrases for changes in a player's share.

Owns the table of words for `eval`, hints and reviews. The core computes the terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["TERMS", "TermWords"]


@dataclass(frozen=True, slots=True)
class TermWords:
    """One term in words. In the phrases, `{own}` stands for the player whose share changes (`Black's`), and
    `{foe}` for the opponent.

    Attributes:
        label: the name of the term.
        more: the phrase if the share grows.
        less: the phrase if it shrinks.
        silent: whether a change is never given as a reason.
    """

    label: str
    more: str
    less: str
    silent: bool = False


def _bug(name: str, *, many: bool = True) -> TermWords:
    end = "s" if many else ""
    verb, passive = ("get", "are") if many else ("gets", "is")
    return TermWords(
        f"{name}{end}", f"{{own}} {name}{end} {verb} out", f"{{own}} {name}{end} {passive} held back"
    )


TERMS: Mapping[str, TermWords] = MappingProxyType(
    {
        "queen liberties": TermWords(
            "free cells around the queen", "frees {own} queen", "crowds {own} queen"
        ),
        "queen ring": TermWords(
            "own pieces beside the queen",
            "frees {own} pieces beside the queen",
            "ties {own} pieces to the queen",
        ),
        "ring access": TermWords(
            "ways to the enemy queen", "opens ways to {foe} queen", "closes ways to {foe} queen"
        ),
        "queen escape": TermWords(
            "escape of the queen", "gives {own} queen a way out", "cuts off {own} queen's way out"
        ),
        "on queen": TermWords(
            "piece on the own queen",
            "takes {own} piece off {own} queen",
            "puts {own} piece on {own} queen",
        ),
        "queen": TermWords("place of the queen", "places {own} queen better", "places {own} queen worse"),
        "spiders": _bug("spider"),
        "beetles": _bug("beetle"),
        "grasshoppers": _bug("grasshopper"),
        "ants": _bug("ant"),
        "mosquito": _bug("mosquito", many=False),
        "ladybug": _bug("ladybug", many=False),
        "pillbug": _bug("pillbug", many=False),
        "attack": TermWords(
            "attack on the queen",
            "brings {own} pieces closer to {foe} queen",
            "keeps {own} pieces from {foe} queen",
        ),
        "defense": TermWords(
            "defense by the pillbug",
            "lets {own} pillbug defend the queen",
            "stops {own} pillbug from defending the queen",
        ),
        "hand": TermWords("pieces in hand", "brings {own} pieces into play", "keeps {own} pieces in hand"),
        "room": TermWords(
            "cells to place on", "gives {own} new pieces more room", "gives {own} new pieces less room"
        ),
        "tempo": TermWords("the move", "gains time", "loses time", silent=True),
    }
)
"""The words for each term, by its name in the core. A test checks that the table is complete."""
