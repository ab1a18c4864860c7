"""The terms of the evaluation in words: their names, and phrases for changes in a player's share.

Owns the table of words for `eval`, hints and reviews. The core computes the terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.text.sentence import Sentence

__all__ = ["TERMS", "TermWords"]


@dataclass(frozen=True, slots=True)
class TermWords:
    """One term in words. The phrases are patterns of sentences, in which `own` is the player whose share
    changes (`Black's`), and `foe` the opponent.

    Attributes:
        label: the name of the term.
        more: the phrase if the share grows.
        less: the phrase if it shrinks.
        silent: whether a change is never given as a reason.
    """

    label: Sentence
    more: str
    less: str
    silent: bool = False


TERMS: Mapping[str, TermWords] = MappingProxyType(
    {
        "queen liberties": TermWords(
            Sentence("free cells around the queen"), "frees {own} queen", "crowds {own} queen"
        ),
        "queen ring": TermWords(
            Sentence("own pieces beside the queen"),
            "frees {own} pieces beside the queen",
            "ties {own} pieces to the queen",
        ),
        "ring access": TermWords(
            Sentence("ways to the enemy queen"), "opens ways to {foe} queen", "closes ways to {foe} queen"
        ),
        "queen escape": TermWords(
            Sentence("escape of the queen"), "gives {own} queen a way out", "cuts off {own} queen's way out"
        ),
        "on queen": TermWords(
            Sentence("piece on the own queen"),
            "takes {own} piece off {own} queen",
            "puts {own} piece on {own} queen",
        ),
        "queen": TermWords(
            Sentence("place of the queen"), "places {own} queen better", "places {own} queen worse"
        ),
        "spiders": TermWords(Sentence("spiders"), "{own} spiders get out", "{own} spiders are held back"),
        "beetles": TermWords(Sentence("beetles"), "{own} beetles get out", "{own} beetles are held back"),
        "grasshoppers": TermWords(
            Sentence("grasshoppers"), "{own} grasshoppers get out", "{own} grasshoppers are held back"
        ),
        "ants": TermWords(Sentence("ants"), "{own} ants get out", "{own} ants are held back"),
        "mosquito": TermWords(Sentence("mosquito"), "{own} mosquito gets out", "{own} mosquito is held back"),
        "ladybug": TermWords(Sentence("ladybug"), "{own} ladybug gets out", "{own} ladybug is held back"),
        "pillbug": TermWords(Sentence("pillbug"), "{own} pillbug gets out", "{own} pillbug is held back"),
        "attack": TermWords(
            Sentence("attack on the queen"),
            "brings {own} pieces closer to {foe} queen",
            "keeps {own} pieces from {foe} queen",
        ),
        "defense": TermWords(
            Sentence("defense by the pillbug"),
            "lets {own} pillbug defend the queen",
            "stops {own} pillbug from defending the queen",
        ),
        "hand": TermWords(
            Sentence("pieces in hand"), "brings {own} pieces into play", "keeps {own} pieces in hand"
        ),
        "room": TermWords(
            Sentence("cells to place on"),
            "gives {own} new pieces more room",
            "gives {own} new pieces less room",
        ),
        "options": TermWords(
            Sentence("pieces free to play"),
            "gives {own} pieces more freedom",
            "leaves {own} pieces less freedom",
        ),
        "tempo": TermWords(Sentence("the move"), "gains time", "loses time", silent=True),
    }
)
"""The words for each term, by its name in the core. A test checks that the table is complete."""
