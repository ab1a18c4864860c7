"""Games go from a file into the store and back into a file, with all that people wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.record import GameTree, format_game, read_games, read_text
from hexapoda.record.writing import tree_format
from hexapoda.storage import Store
from tests.generated_trees import generated_tree

DATA = Path(__file__).parent / "data"


def around(store: Store, tree: GameTree) -> None:
    format = tree_format(tree.game.name).name
    [read] = read_text(format_game(tree, format), "a file")
    number = store.save(read)
    stored = store.tree(number)
    assert stored is not None
    [again] = read_text(format_game(stored, format), "another file")
    for found in (read, stored, again):
        found.header = replace(found.header, source="")
    assert read == stored == again
    tree.header = replace(tree.header, source="")
    assert read == tree


def annotated() -> list[GameTree]:
    return [tree for name in ("annotated.pgn", "annotated.sgf") for tree in read_games(DATA / name)]


def test_annotated_games(url: str) -> None:
    games = annotated()
    assert [sum(tree.game.name == name for tree in games) for name in ("hive", "hex")] == [10, 10]
    assert not any(tree.faults for tree in games)
    with Store.open(url) as store:
        for tree in games:
            around(store, tree)


def test_generated_games(url: str) -> None:
    with Store.open(url) as store:
        for seed in range(50):
            around(store, generated_tree(seed))


@pytest.mark.deep
def test_many_generated_games(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        for seed in range(2_000):
            around(store, generated_tree(seed, plies=30, variations=12))
