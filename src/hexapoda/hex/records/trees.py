"""Games of Hex in any format as trees.

Trees of SGF keep everything; trees of other formats have only the main line and its comments.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexapoda.errors import InvalidGameError
from hexapoda.hex.game import HEX
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record
from hexapoda.hex.records.tree import game_record, parse_sgf
from hexapoda.record import GameTree
from hexapoda.sentence import Sentence

__all__ = ["read_trees"]


def read_trees(text: str, source: str) -> Iterator[GameTree | InvalidGameError]:
    """Yield the trees of a text; for a bad game, its error. Raises `InvalidGameError` if there are none, and
    at the first bad game of an SGF file.
    """
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        raise InvalidGameError(
            Sentence("{source} holds no games: {reason}", source=source, reason=sniffed.reason), source=source
        )
    if sniffed.format == "sgf":
        yield from parse_sgf(text, source)
        return
    for draft in found:
        try:
            game = record(draft)
            tree = GameTree(HEX, game_record(game))
        except InvalidGameError as error:
            yield error
            continue
        nodes = [tree.root, *tree.main_line()]
        for played, comment in game.comments:
            nodes[played].comments.append(comment)
        yield tree
