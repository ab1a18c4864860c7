"""Writing games with variations, annotation glyphs and evaluations as PGN.

Every variation is checked against the rules and written with canonical moves. Comments are kept unchanged.
"""

from __future__ import annotations

from hexapoda.errors import HexapodaError
from hexapoda.hive.position import Position
from hexapoda.hive.records.draft import reading_error
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.pgn import pgn_tags
from hexapoda.hive.records.pgn_tree import PgnNode, format_pgn_tree, parse_pgn_trees
from hexapoda.hive.text.notation import format_move, parse_move
from hexapoda.sentence import Sentence, message_of


def write_annotated(game: RecordedGame) -> str:
    """Return an annotated game as PGN. Raises `InvalidGameError` for a bad variation."""
    [tree] = parse_pgn_trees(game.annotated, game.source, game.line)
    root = tree.root
    main = root
    for text in _main_texts(game):
        main = main.children[0]
        main.text = text  # the reader of main lines accepts more spellings
    position = Position(game.variant, opening="free", repetition=False)
    path = [root]
    todo = list(reversed(root.children))
    while todo:
        node = todo.pop()
        while path[-1] is not node.parent:
            path.pop()
            position.pop()
        _play(position, node, game)
        path.append(node)
        todo += reversed(node.children)
    return format_pgn_tree(pgn_tags(game), root)


def _main_texts(game: RecordedGame) -> list[str]:
    return game.game_string().split(";")[3:]


def _play(position: Position, node: PgnNode, game: RecordedGame) -> None:
    try:
        move = parse_move(position, node.text)
        node.text = format_move(position, move)
    except HexapodaError as error:
        raise reading_error(
            game.source,
            node.line,
            node.ply,
            Sentence("{text!r}: {why}", text=node.text, why=message_of(error)),
        ) from error
    position.push(move)
