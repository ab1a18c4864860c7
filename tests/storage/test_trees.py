"""Whole games in the store: variations, comments and evaluations, owners, kinds, and their history."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord, GameTree, Mark, MoveEvaluation, PlayerRecord
from hexapoda.storage import GameFilter, Store
from tests.cli.command_line import objects
from tests.generated_trees import generated_tree
from tests.shared_data import SHARED
from tests.storage.played import random_records
from tests.storage.test_processes import is_whole

MINE = GameFilter(owners=("ann",), kind=None)


def played(seed: int = 1, **changes: object) -> GameTree:
    free = {"rules": (("opening", "free"),), **changes}
    record: GameRecord = replace(random_records(1, first=seed, plies=8)[0], **free)  # type: ignore[arg-type]
    return GameTree(HIVE, record)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["game", "analysis"]))
def test_a_tree_comes_out_as_it_went_in(url: str, seed: int, kind: str) -> None:
    tree = generated_tree(seed)
    with Store.open(url) as store:
        number = store.save(tree, owner="ann", kind=kind, name="mine")
        assert store.tree(number) == tree
        found = store.game(number)
        assert found is not None
        assert (found.record, found.owner, found.kind, found.name) == (
            tree.to_record(), "ann", kind, "mine"
        )  # fmt: skip


def test_games_of_one_owner_are_hidden_from_others(url: str) -> None:
    with Store.open(url) as store:
        public = store.add(played(1))
        game = store.save(played(3), owner="ann")
        analysis = store.save(played(5), owner="ann", kind="analysis", name="Idea")
        assert public is not None
        assert [one.id for one in store.search()] == [public.id]
        assert [one.id for one in store.search(MINE)] == [game, analysis]
        assert [number for number, _ in store.trees(replace(MINE, kind="analysis"))] == [analysis]
        assert store.count(GameFilter(owners=None, kind=None)) == 3
        assert store.count(GameFilter(owners=("", "ann"))) == 2
        assert store.explore(played().start).totals.games == 1
        assert store.explore(played().start, GameFilter(owners=("", "ann"))).totals.games == 2
        assert store.add(played(3), owner="ben") is not None
        assert [one.id for one in store.export_owner("ann")] == [game, analysis]
        assert store.delete_owner("ann") == 2
        assert store.deleted() == [] and store.count(MINE) == 0
        assert store.count(GameFilter(owners=None, kind=None)) == 2
        with pytest.raises(UsageError, match="no owner"):
            store.delete_owner("")
    is_whole(url)


def test_a_saved_analysis_is_replaced_and_keeps_its_former_version(url: str) -> None:
    tree = played()
    with Store.open(url) as store:
        number = store.save(tree, owner="ann", kind="analysis", name="Idea")
        tree.root.comments.append("first")
        for text in ("second", "third"):
            tree.root.comments.append(text)
            assert store.save(tree, id=number, owner="ann", kind="analysis") == number
        found = store.game(number)
        assert found is not None and found.name == "Idea"
        assert store.tree(number).root.comments == ["first", "second", "third"]
        [version] = store.history(number)  # saves that follow each other soon keep one version
        assert (version.number, version.editor, version.reason) == (1, "ann", "saved")
        store.revert(number, 1, editor="ann")
        assert store.tree(number).root.comments == []
        assert [one.reason for one in store.history(number)] == ["saved", "went back to version 1"]
        store.revert(number, 2)
        assert store.tree(number).root.comments == ["first", "second", "third"]
        store.save(tree, id=number, owner="ann", kind="analysis")
        assert len(store.history(number)) == 3  # nothing has changed
        for wrong in ({"owner": "ben"}, {"kind": "game"}, {"id": 99}):
            with pytest.raises(UsageError, match="no game"):
                store.save(tree, **{"id": number, "owner": "ann", "kind": "analysis", **wrong})  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="has no version 9"):
            store.revert(number, 9)
        with pytest.raises(UsageError, match="of the kind 'book'"):
            store.save(tree, kind="book")


def test_a_saved_game_may_get_other_moves(url: str) -> None:
    with Store.open(url) as store:
        number = store.save(played(1))
        store.save(played(3, winner=None, finished=False), id=number)
        [found] = store.search()
        assert found.record.moves == played(3).to_record().moves
        assert store.explore(played().start).totals.unfinished == 1
        assert store.positions() == found.record.plies + 1
        store.revert(number, 1)
        assert store.tree(number) == played(1)
        assert store.explore(played().start).totals.unfinished == int(not played(1).header.finished)
    is_whole(url)


def test_an_edit_keeps_the_game_before_it(url: str) -> None:
    tree = played()
    tree.root.comments.append("kept")
    with Store.open(url) as store:
        stored = store.add(tree)
        assert stored is not None
        edited = replace(stored.record, event="club", date="2024")
        store.edit(stored.id, edited, editor="ben")
        assert store.tree(stored.id).root.comments == ["kept"]
        [before] = store.history(stored.id)
        assert (before.record, before.editor, before.reason) == (stored.record, "ben", "edited")
        assert store.add(tree) is None  # its file is still recognized
        store.revert(stored.id, 1)
        assert store.tree(stored.id) == tree


def test_two_files_of_one_game_are_merged_and_nothing_is_lost(url: str) -> None:
    one, other = (
        played(players=(PlayerRecord("Ann"), PlayerRecord(""))),
        played(players=(PlayerRecord(""), PlayerRecord("Ben")), date="2024-05", winner=None, finished=False),
    )
    first, second = next(one.main_line()), next(other.main_line())
    first.comments.append("theirs and ours")
    one.add_variation(first, "bG1 wS1-" if first.text == "wS1" else one.game.format_move(
        one.position(first), list(one.position(first).legal_moves)[-1]
    ))  # fmt: skip
    second.comments += ["theirs and ours", "only here"]
    second.nags.add(2)
    second.marks.append(Mark("circle", ("0,0",)))
    second.evaluation = MoveEvaluation(score=1.5)
    line = other.add_variation(
        other.root, other.game.format_move(other.start, list(other.start.legal_moves)[-1])
    )
    line.comments.append("instead")
    with Store.open(url) as store:
        store.add(one)
        added = store.add_many([other, one, other])
        assert (added.added, added.completed) == (0, 1)
        [found] = store.search()
        assert [player.name for player in found.record.players] == ["Ann", "Ben"]
        assert (found.record.date, found.record.finished) == ("2024-05", one.header.finished)
        tree = found.tree()
        node = next(tree.main_line())
        assert (node.comments, node.nags) == (["theirs and ours", "only here"], {2})
        assert node.marks == [Mark("circle", ("0,0",))]
        assert node.evaluation == MoveEvaluation(score=1.5)
        assert len(node.variations) == len(first.variations)
        assert [child.comments for child in tree.root.variations if child.text == line.text] == [["instead"]]


@pytest.mark.parametrize(
    ("one", "other", "games"),
    [
        ("", "2024", 1),
        ("2024", "2024-05-03", 1),
        ("2024-05-03", "2024-05-03T16:10:56Z", 1),
        ("2024-05-03T10:00:00Z", "2024-05-03T16:10:56Z", 1),
        ("2024-05-03", "2024-05-04", 2),
        ("2024-05", "2024-06-04", 2),
        ("2023", "2024", 2),
    ],
)
def test_the_same_moves_on_two_days_are_two_games(url: str, one: str, other: str, games: int) -> None:
    with Store.open(url) as store:
        store.add_many([played(date=one), played(date=other), played(date=one), played(date=other)])
        assert store.count() == games
        if games == 1:
            assert store.search()[0].record.date == (one if len(one) >= len(other) else other)


def test_a_tree_that_is_too_large_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.record.tree_json.MOST_NODES", 10)
    tree = generated_tree(3, plies=12, variations=40)
    assert len(list(tree.walk())) > 11
    with Store.open(url) as store:
        with pytest.raises(InvalidGameError, match="more than 10"):
            store.save(tree)
        assert store.count(GameFilter(owners=None)) == 0


@pytest.mark.shared("reports")
def test_a_file_with_the_same_moves_on_two_days_adds_two_games(tmp_path: Path) -> None:
    file = SHARED / "reports" / "pgn_same_moves_two_days.pgn"
    store = str(tmp_path / "games.db")
    first = objects("games", "import", str(file), "--store", store)[-1]
    second = objects("games", "import", str(file), "--store", store)[-1]
    assert (first["added"], second["added"], second["duplicates"]) == (2, 0, 2)


@pytest.mark.parametrize("id", [-(10**20), -1, 0, 999_999, 2**31, 10**20])
def test_a_number_without_a_game_has_no_history(url: str, id: int) -> None:
    with Store.open(url) as store:
        with pytest.raises(UsageError, match="has no game"):
            store.history(id)
        with pytest.raises(UsageError, match="has no game"):
            store.revert(id, 1)
