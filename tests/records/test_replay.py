"""Replaying drafts: what is kept, what is repaired, and the result."""

from __future__ import annotations

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.record import Ending, GameTree, ReadGame, scan_text
from hexapoda.record.draft import Draft, Ply, draft_header
from hexapoda.record.replay import replay
from tests.records.fixtures import FINISHED

# After these plies Black, whose pieces are pinned or covered, must pass.
PASS_DUE = ["wB1", "bB1 /wB1", "wQ wB1/", "bQ -bB1", "wQ \\wB1", "bS1 \\bQ", "wQ -wB1", "bB1 wB1"]
WON = FINISHED.split(";")[3:]


def game(plies: list[str], **fields: object) -> tuple[Draft, list[Ply]]:
    """A draft with these plies on its main line, and the plies, the root first."""
    root = Ply()
    path = [root]
    for number, text in enumerate(plies, 1):
        path.append(path[-1].add(text, number))
    variant = "Base+MLP"
    return Draft(draft_header("hive", "<test>", variant, **fields), root, "test"), path  # type: ignore[arg-type]


def kinds(found: ReadGame) -> list[tuple[str, int | None]]:
    return [(repair.kind, repair.ply) for repair in found.report.repairs]


def texts(tree: GameTree) -> list[str]:
    return [node.text for node in tree.walk()][1:]


def test_a_legal_game_is_good() -> None:
    found = replay(game(["wS1", "bS1 wS1-"])[0])
    assert found.report.verdict == "good" and found.error is None
    assert texts(found.checked()) == ["wS1", "bS1 wS1-"] and found.position.ply == 2


def test_the_legal_part_of_a_bad_game_is_kept() -> None:
    found = replay(game(["wS1", "bS1 wS1-", "wQ wS1-", "bQ bS1-"])[0])
    assert found.report.verdict == "bad" and (found.report.plies, found.report.ply) == (2, 3)
    assert texts(found.readable()) == ["wS1", "bS1 wS1-"]
    assert found.tree.faults == [found.error] and "line 3, ply 3 'wQ wS1-'" in str(found.error)
    with pytest.raises(InvalidGameError, match="ply 3"):
        found.checked()
    with pytest.raises(InvalidGameError, match="ply 1"):
        replay(game(["bS1 wS1-"])[0]).readable()


def test_a_pass_that_the_file_leaves_out_is_put_in() -> None:
    found = replay(game([*PASS_DUE, "bA1 \\bS1"])[0])
    assert found.report.verdict == "repaired" and kinds(found) == [("inserted", 9)]
    assert texts(found.tree) == [*PASS_DUE, "pass", "bA1 \\bS1"]


def test_no_pass_is_put_in_before_a_bad_ply() -> None:
    found = replay(game([*PASS_DUE, "bA1 wQ/"])[0])
    assert found.report.verdict == "bad" and kinds(found) == []
    assert texts(found.tree) == PASS_DUE


def test_a_pass_after_the_end_is_dropped() -> None:
    found = replay(game([*WON, "pass"])[0])
    assert found.report.verdict == "repaired" and kinds(found) == [("dropped", 20)]
    assert texts(found.tree) == WON


def test_a_bad_variation_ends_before_its_fault() -> None:
    draft, path = game(["wS1", "bS1 wS1-", "wQ -wS1"])
    branch = path[1].add("bG1 wS1-")
    branch.add("wQ nowhere")
    branch.add("wQ -wS1").add("bQ bG1-")
    path[1].add("bA1 wS1-").annotate(["last"])
    found = replay(draft)
    assert found.report.verdict == "repaired" and kinds(found) == [("dropped", 3)]
    assert texts(found.tree) == [
        "wS1", "bS1 wS1-", "wQ -wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "bA1 wS1-",
    ]  # fmt: skip
    assert [node.comments for node in found.tree.walk() if node.comments] == [["last"]]
    assert len(found.tree.faults) == 1 and found.position.ply == 3


def test_variations_number_their_own_pieces() -> None:
    """Each line numbers its pieces in the order in which they are placed."""
    draft, path = game(["wA3", "bA2 wA3-", "wA1 -wA3"])
    path[1].add("bA1 wA3-").add("wA2 -wA3").add("bA3 bA1-")
    assert texts(replay(draft).tree) == ["wA1", "bA1 wA1-", "wA2 -wA1", "bA2 bA1-"]


def test_the_board_decides_over_the_file() -> None:
    claimed = replay(game(WON, winner=1, ending=Ending.RESIGN)[0])
    assert kinds(claimed) == [("changed", None)] and claimed.report.claimed == "BlackWins"
    [repair] = claimed.tree.repairs
    shown = {"kind": "changed", "text": str(repair.text), "line": repair.line, "ply": None}
    assert claimed.report.as_dict()["repairs"] == [shown]
    header = claimed.tree.header
    assert (header.winner, header.finished, header.ending) == (0, True, Ending.NORMAL)


def test_the_file_decides_where_the_board_does_not() -> None:
    header = replay(game(["wS1"], winner=1, ending=Ending.TIMEOUT)[0]).tree.header
    assert (header.winner, header.ending) == (1, Ending.TIMEOUT)
    unknown = replay(game(["wS1"])[0]).tree.header
    assert (unknown.winner, unknown.finished) == (None, False)


def test_a_resignation_among_the_moves() -> None:
    draft, _ = game(["wS1", "bS1 wS1-"])
    for resigned, winner in ((0, 1), (1, 0), ("mover", 1)):
        found = replay(Draft(draft.header, draft.root, "test", resigned=resigned))  # type: ignore[arg-type]
        assert (found.tree.header.winner, found.tree.header.ending) == (winner, Ending.RESIGN)


def test_a_text_of_no_game_has_a_reason() -> None:
    with pytest.raises(InvalidGameError, match="<text> contains no games: the format is not known"):
        scan_text("Dear Ada, hello.")
    assert list(scan_text("Dear Ada, hello.", "letter.txt", named=False)) == []
