"""The names of the evaluation terms, for `eval` and the overlay. The core computes the terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexapoda.text.sentence import Sentence

__all__ = ["TERMS"]

TERMS: Mapping[str, Sentence] = MappingProxyType(
    {
        "queen liberties": Sentence("free cells around the queen"),
        "queen ring": Sentence("own pieces beside the queen"),
        "ring access": Sentence("access to the enemy queen"),
        "queen escape": Sentence("the queen's escape"),
        "on queen": Sentence("own piece on the queen"),
        "queen": Sentence("position of the queen"),
        "spiders": Sentence("spiders"),
        "beetles": Sentence("beetles"),
        "grasshoppers": Sentence("grasshoppers"),
        "ants": Sentence("ants"),
        "mosquito": Sentence("mosquito"),
        "ladybug": Sentence("ladybug"),
        "pillbug": Sentence("pillbug"),
        "attack": Sentence("attack on the queen"),
        "defense": Sentence("defense by the pillbug"),
        "hand": Sentence("pieces in hand"),
        "room": Sentence("cells to place on"),
        "options": Sentence("pieces free to play"),
        "tempo": Sentence("side to move"),
    }
)
"""The name of each term as shown to users, by its name in the core. A test checks that none is missing."""
