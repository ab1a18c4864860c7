"""Random games with variations, comments, glyphs and evaluations, each from a seed."""

from __future__ import annotations

import random
from dataclasses import replace

from hexapoda.games import find_game
from hexapoda.record import Ending, GameRecord, GameTree, MoveEvaluation, MoveRecord, Node, PlayerRecord

_VARIANTS = {"hive": ("Base", "Base+MLP"), "hex": ("5x5", "11x11")}
_TEXTS = ("good", "Läufer – schön", "two\nlines", 'a } ] \\ " % ;', "1. e4 (?)", "日本 🐝")
_NAMES = ("", "Ann", "Bob [x]", "Jörg \\ 'J'")
_DATES = ("", "2024", "2024-05", "2024-05-03", "2024-05-03T16:10:56Z")


def generated_tree(seed: int, *, plies: int = 12, variations: int = 6) -> GameTree:
    """Return a game with variations. Equal seeds give equal trees."""
    source = random.Random(seed)
    name = source.choice(sorted(_VARIANTS))
    game = find_game(name)
    players = (PlayerRecord(source.choice(_NAMES)), PlayerRecord(source.choice(_NAMES)))
    winner = source.choice((None, 0, 1))
    header = GameRecord(
        name,
        source.choice(_VARIANTS[name]),
        players,
        (),
        winner,
        winner is not None,
        Ending.UNKNOWN if winner is None else source.choice((Ending.RESIGN, Ending.TIMEOUT)),
        date=source.choice(_DATES),
        event=source.choice(("", "Club, evening 3")),
        tags=source.choice(((), (("Round", "2"), ("Annotator", "Ben")))),
    )
    tree = GameTree(game, header)
    _play(tree, tree.root, source, source.randrange(plies + 1))
    for _ in range(source.randrange(variations + 1)):
        _play(tree, source.choice(list(tree.walk())), source, source.randrange(1, 5))
    for node in tree.walk():
        _annotate(node, source)
    *_, last = [tree.root, *tree.main_line()]
    outcome = tree.position(last).outcome()
    if outcome is not None:
        tree.header = replace(tree.header, winner=outcome.winner, finished=True, ending=Ending.NORMAL)
    return tree


def _play(tree: GameTree, node: Node, source: random.Random, plies: int) -> None:
    position = tree.position(node)
    for _ in range(plies):
        if position.outcome() is not None:
            return
        move = source.choice(list(position.legal_moves))
        node = tree.add_variation(node, tree.game.format_move(position, move))
        position.push(move)


def _annotate(node: Node, source: random.Random) -> None:
    if source.random() < 0.3:
        node.comments += source.choices(_TEXTS, k=source.randrange(1, 3))
    if node.played is None:
        return
    if source.random() < 0.2:
        node.nags.add(source.randrange(1, 256))
    if source.random() < 0.2:
        node.evaluation = MoveEvaluation(source.choice((None, 1.5, -30)), source.choice((None, 3)), 4)
    if source.random() < 0.2:
        node.played = MoveRecord(node.text, 0.25, None, 3, 1000, 1.5, source.random() < 0.5)
