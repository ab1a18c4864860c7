"""Trees of Hex as SGF: written and read again without loss, and files of other programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.hex.game import HEX
from hexapoda.hex.records.tree import format_sgf, parse_sgf
from hexapoda.record import Ending, GameRecord, GameTree, MoveEvaluation, MoveRecord, PlayerRecord

RECORD = GameRecord(
    "hex",
    "5x5",
    (PlayerRecord("Ann ]"), PlayerRecord("bot", "mcts:seed=1")),
    (MoveRecord("a4", book=True), MoveRecord("swap-pieces", score=0.5, nodes=9), MoveRecord("c3")),
    1,
    True,
    Ending.RESIGN,
    rules=(("swap", "pieces"),),
    date="2026-11-21T10:00:00Z",
    event="match 7",
    number=3,
    seed=7,
    tags=(("AP", "x"), ("Round", "2")),
)


def tree(record: GameRecord = RECORD) -> GameTree:
    made = GameTree(HEX, record)
    if record.moves:
        first = made.root.variations[0]
        first.comments.append("a corner\\ [of the board]\n\nand so on")
        first.nags = {5}
        first.evaluation = MoveEvaluation(score=-0.25, win_in=7, depth=3)
        [other, _] = made.add_line(made.add_variation(first, "d2"), ["c3", "b4"])
        made.add_variation(other, "b5").nags = {2}
        made.root.comments.append("before the first move")
    return made


HEADERS = [
    RECORD,
    replace(RECORD, finished=False, winner=None, ending=Ending.INTERRUPTED),
    replace(RECORD, ending=Ending.ADJUDICATED, detail="ten moves"),
    replace(RECORD, ending=Ending.UNKNOWN, detail="forfeit", winner=0),
    replace(RECORD, rules=(("swap", "sides"),), moves=(MoveRecord("a4"), MoveRecord("swap-sides"))),
    replace(RECORD, rules=(), start="5x5 black=a1 white=e5", moves=(MoveRecord("b2"),)),
    replace(RECORD, rules=(), variant="4x6", date="", event="", tags=(), players=(PlayerRecord(""),) * 2,
            number=-1, seed=None, moves=()),
]  # fmt: skip


@pytest.mark.parametrize("record", HEADERS)
def test_nothing_is_lost(record: GameRecord) -> None:
    made = tree(record)
    [again] = parse_sgf(format_sgf(made))
    assert again == made and again.to_record() == made.to_record()


def test_plain_keeps_the_moves_alone() -> None:
    text = format_sgf(tree(), plain=True)
    assert text == (
        "(;FF[4]GM[11]CA[UTF-8]SZ[5]RU[swap=pieces]PB[Ann \\]]PW[bot]RE[W+R]AP[x]EV[match 7]DT[2026-11-21]\n"
        ";B[a4];W[swap-pieces];B[c3])\n"
    )
    [again] = parse_sgf(text)
    assert [node.text for node in again.walk()] == ["", "a4", "swap-pieces", "c3"]
    assert [player.engine for player in again.header.players] == ["", ""]


def test_files_of_other_programs() -> None:
    [made] = parse_sgf(
        "(;GM[11]SZ[5]PB[Ann]RE[B+];B[a4];W[swap-pieces](;W[c3]TE[2]C[good])(;W[d4]DO[]))", "some.sgf"
    )
    assert made.header.rules == (("swap", "sides"),) and made.header.winner == 0
    good, doubtful = made.root.variations[0].variations[0].variations
    assert (good.text, good.nags, good.comments, doubtful.glyphs) == ("c3", {3}, ["good"], "?!")
    with pytest.raises(InvalidGameError, match="line 1: ply 2: a game tree of Hex cannot contain a pass"):
        list(parse_sgf("(;GM[11]SZ[5];B[a4];W[pass])"))
    with pytest.raises(InvalidGameError, match=r"line 1, ply 2 'W\[a4\]'"):
        list(parse_sgf("(;GM[11]SZ[5];B[a4];W[a4])"))
    with pytest.raises(InvalidGameError, match="line 1"):
        list(parse_sgf("(;GM[11]SZ[5]HXR[{]];B[a4])"))
