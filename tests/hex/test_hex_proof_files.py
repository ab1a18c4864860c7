"""Proof files of Hex: the writer and the checker agree with the solver, claims hold when they are played out,
and a file with any error is refused.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexapoda._core import StopToken
from hexapoda.errors import UsageError
from hexapoda.hex import Position, proof_check
from hexapoda.hex.proof_check import ProofCheck, read_proof
from hexapoda.hex.proof_writer import ProofWriter, stones_text
from hexapoda.hex.solve import HexSolver
from tests.hex.proof_play import holds
from tests.hex.test_solver import random_position


def written(position: Position, *, all_moves: bool = True) -> str:
    writer = ProofWriter(position, HexSolver(position.variant))
    assert writer.write(all_moves=all_moves)
    return "".join(writer.text())


def read(text: str, path: Path) -> ProofCheck:
    path.write_text(text)
    return read_proof(path)


def agree(position: Position, check: ProofCheck) -> None:
    """Check the winner and all moves with the solver."""
    found = HexSolver(position.variant).solve(position, all_moves=True, line=False)
    assert check.winner is not None and check.winner.winner == found.winner
    wins = {
        (cell % check.columns, cell // check.columns): decision.winner == position.color_to_move
        for cell, decision in check.moves.items()
    }
    assert wins == found.wins


@pytest.mark.parametrize(
    "size", ["1x1", "2x2", "4x4", "5x5", "2x5", "6x3", pytest.param("6x6", marks=pytest.mark.deep)]
)
def test_the_openings_of_a_board(size: str, tmp_path: Path) -> None:
    position = Position(size)
    agree(position, read(written(position), tmp_path / "proof"))


@pytest.mark.deep
@pytest.mark.parametrize("cell", ["d4", "c3", "b4", "e1"])
def test_openings_of_seven(cell: str, tmp_path: Path) -> None:
    position = Position.from_text(f"7x7 {cell}")
    check = read(written(position, all_moves=False), tmp_path / "proof")
    assert check.winner is not None and check.winner.winner == HexSolver("7x7").winner(position)


def test_positions_with_stones(tmp_path: Path) -> None:
    rng = Random(3)
    for variant in ("4x4", "5x5", "6x4"):
        for _ in range(12):
            position = random_position(rng, variant, 2, 6)
            agree(position, read(written(position), tmp_path / "proof"))
    won = Position.from_text("2x2 black=a1,a2 white=b1 to-move=white")
    check = read(written(won), tmp_path / "proof")
    assert check.winner is not None and check.winner.winner == 0 and not check.moves


def test_every_claim_holds_when_it_is_played_out(tmp_path: Path) -> None:
    rng = Random(7)
    seen, captured = 0, 0
    for variant, stones in (("3x3", 0), ("4x4", 1), ("4x4", 3), ("5x5", 6)):
        for _ in range(6):
            check = read(written(random_position(rng, variant, stones, stones + 1)), tmp_path / "proof")
            for claim in check.claims:
                if claim.carrier.bit_count() <= 8:
                    assert holds(check, claim), claim
                    seen += 1
                    captured += any(case.captured for case in claim.cases)
    assert seen > 200 and captured > 20


def test_a_claim_that_does_not_hold_is_not_played_to_a_win() -> None:
    check = ProofCheck("3x3")
    bridge = check.add((1, 5), 0, (proof_check.Case(2, (), ()), proof_check.Case(4, (), ())))
    assert holds(check, bridge)
    for cell in (2, 4):
        less = proof_check.Claim(bridge.ends, 0, bridge.carrier & ~(1 << cell), ())
        assert not holds(check, less)


BEGIN = """hexapoda-hex-proof 1
4x4 black=b2 to-move=white
1 b2 top: b1 | c1
2 b2 a4: a3 | b3
3 b2 c3: b3 | c2
4 c3 bottom: c4 | b4
"""


def test_a_proof_by_hand(tmp_path: Path) -> None:
    text = f"{BEGIN}5 top bottom with b2 c3: - 1 3 4\nafter d4 black c3 5\n"
    check = read(text, tmp_path / "proof")
    assert check.winner is None and [*check.moves] == [15] and check.moves[15].winner == 0
    captured = read(text.replace("- 1 3 4", "- b1+c1 b4+c4 3"), tmp_path / "proof")
    assert captured.claims[4].carrier == check.claims[4].carrier


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # A claim.
        ("6 b2 top: b1 | c1", "expected claim 5"),
        ("5 b2 top: b1", "all cases need the same cell"),
        ("5 b2 top: b1 | b1", "all cases need the same cell"),
        ("5 b2 top: a1 | c1", "case 1: the ends are not joined"),
        ("5 top bottom with b2 c3: - 1 3 5", "no such earlier claim"),
        ("5 top bottom with b2 c3: - 1 3 0", "no such earlier claim"),
        ("5 top bottom with b2: - 1 3 4", "claim 3 needs more stones"),
        ("5 b2 bottom with b3: b4 2 | a4 2", "case 1: claim 2 needs more stones"),
        ("5 top bottom with b2 c3: - 3 4", "the ends are not joined"),
        ("5 c3 a4 with b2: - 2 3", "claim 3 needs a cell that another claim needs"),
        ("5 top bottom with b2 c3: - a1+b1 3 4", "a pair of cells is not captured"),
        ("5 b2 top: - b1+c1", "a pair of cells is not captured"),
        ("5 left right with b2 b3: - a1+a2", "a pair of cells is not captured"),
        ("5 top bottom with b2 c3: - 1 3 3 4", "claim 3 needs a cell that another claim needs"),
        ("5 a1 a1 with b2: -", "the ends are not joined"),
        # Its form.
        ("5 b2 top:", "'' is not a cell"),
        ("5 b2 top: b1 |", "'' is not a cell"),
        ("5 b2 top: e1", "'e1' is not a cell of the board"),
        ("5 b2 top: b5", "'b5' is not a cell of the board"),
        ("5 b2 up: b1", "'up' is not a cell of the board"),
        ("5 b2 top: - a1+b1+c1", "expected two captured cells"),
        ("5 b2 top: - x", "'x' is not the number of a claim"),
        ("5 b2 top: - -1", "'-1' is not the number of a claim"),
        ("5 b2 top and c3: b1", "expected a claim"),
        ("five b2 top: b1", "'five' is not the number of a claim"),
        ("", "expected a claim"),
        # What it proves.
        ("winner black - 4", "not about the edges of the winner"),
        ("winner black - 4: more", "expected a claim"),
        ("after d4 black c3 4: more", "expected a claim"),
        ("1" * 70_000, "expected a line of fewer than"),
        ("winner black - 9", "no such claim"),
        ("winner black c3 4", "the other side is to move"),
        ("winner green - 4", "'green' is not a color"),
        ("after b2 black c3 4", "the cell already has a stone"),
        ("after d4 black d4 4", "the cell already has a stone"),
        ("after d4 white a1 4", "the other side is to move"),
        ("after d4 turned a1", "half a turn changes the position"),
    ],
)
def test_a_line_that_is_not_true_is_refused(line: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="line 7: ") as refused:
        read(f"{BEGIN}{line}\n", tmp_path / "proof")
    assert expected in str(refused.value)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("winner black - 5", "needs a stone that is not there"),
        ("after c2 black c3 5", "has a stone of the other side"),
        ("after d4 black c4 5", "needs a stone that is not there"),
        ("after d4 white - 5", "not about the edges of the winner"),
        ("after d4 black c3 5\nwinner white - 5", "not about the edges of the winner"),
    ],
)
def test_a_claim_that_does_not_prove_the_answer(line: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        read(f"{BEGIN}5 top bottom with b2 c3: - 1 3 4\n{line}\n", tmp_path / "proof")
    assert expected in str(refused.value)


def test_turned_moves(tmp_path: Path) -> None:
    text = "hexapoda-hex-proof 1\n2x2\n1 left right with a2: - b1+b2\nafter a1 white a2 1\n"
    check = read(text + "after b2 turned a1\n", tmp_path / "proof")
    assert check.moves[3].winner == 1 and check.like == {3: 0}
    for line in ("after b1 turned a1", "after a2 turned b1"):
        with pytest.raises(UsageError, match="the move is not a decided move rotated by half a turn"):
            read(f"{text}{line}\n", tmp_path / "proof")


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "expected 'hexapoda-hex-proof 1'"),
        ("hexapoda-hex-proof 2\n3x3\n", 1, "expected 'hexapoda-hex-proof 1'"),
        ("hexapoda-hex-proof 1\n", 2, "'' is not a board"),
        ("hexapoda-hex-proof 1\n3x27\n", 2, "at most 26x26"),
        ("hexapoda-hex-proof 1\n3x3 black=a1,d1\n", 2, "'d1' is not a cell"),
        ("hexapoda-hex-proof 1\n3x3 black=a1 white=a1\n", 2, "a cell has two stones"),
        ("hexapoda-hex-proof 1\n3x3 black=a1 black=b1\n", 2, "unexpected field 'black=b1'"),
        ("hexapoda-hex-proof 1\n3x3 swap=sides\n", 2, "expected black=, white= or to-move="),
    ],
)
def test_a_wrong_beginning(text: str, line: int, expected: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"line {line}: ") as refused:
        read(text, tmp_path / "proof")
    assert expected in str(refused.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    with pytest.raises(UsageError, match="cannot read"):
        read_proof(path)
    for data in (b"\x1f\x8b broken", b"\xff\xfe", b"hexapoda-hex-proof 1\n3x3\n\xff"):
        path.write_bytes(data)
        with pytest.raises(UsageError, match="cannot read"):
            read_proof(path)


def damaged(text: str, rng: Random) -> Iterator[str]:
    """Yield the text with one word left out, changed or repeated."""
    lines = text.splitlines()
    while True:
        at = rng.randrange(2, len(lines))
        words = lines[at].replace(":", " :").split()
        which = rng.randrange(len(words))
        words[which : which + 1] = rng.choice(([], [rng.choice(text.split())], 2 * [words[which]]))
        yield "\n".join([*lines[:at], " ".join(words).replace(" :", ":"), *lines[at + 1 :]])


def test_a_damaged_file_is_refused_or_still_true(tmp_path: Path) -> None:
    """What the checker lets pass is true, even if it is not what was written."""
    refused = 0
    position = Position("4x4")
    solved = HexSolver("4x4").solve(position, all_moves=True, line=False)
    assert solved.wins is not None
    changes = damaged(written(position), Random(11))
    for _ in range(600):
        try:
            check = read(next(changes), tmp_path / "proof")
        except UsageError:
            refused += 1
            continue
        assert check.winner is None or check.winner.winner == solved.winner
        for cell, decision in check.moves.items():
            assert (decision.winner == 0) == solved.wins[cell % 4, cell // 4]
    assert 300 < refused < 600


def test_work_that_is_stopped_goes_on(tmp_path: Path) -> None:
    position, stop = Position("5x5"), StopToken()
    writer = ProofWriter(position, HexSolver("5x5"), stop=stop)
    assert not writer.write(all_moves=True, on_move=stop.stop)
    check = read("".join(writer.text()), tmp_path / "proof")
    assert len(check.moves) == 1 and check.winner is None and check.claims
    before = len(check.claims)
    writer = ProofWriter(position, HexSolver("5x5"), begun=check)
    assert writer.write(all_moves=True) and len(writer.check.claims) > before
    agree(position, read("".join(writer.text()), tmp_path / "proof"))


def test_work_ends_after_its_time() -> None:
    writer = ProofWriter(Position("8x8"), HexSolver("8x8"), time=0.01)
    assert not writer.write() and writer.check.winner is None
    with pytest.raises(UsageError, match="at most 64 cells"):
        ProofWriter(Position("9x9"), HexSolver("9x9"))


def test_the_position_of_a_file() -> None:
    position = Position.from_text("5x4 swap=sides b2 c3 d1")
    assert stones_text(position) == "5x4 black=d1,b2 white=c3 to-move=white"
    check = ProofCheck(stones_text(position))
    assert (check.columns, check.rows, check.to_move) == (5, 4, 1)
    assert check.stones == [1 << 3 | 1 << 6, 1 << 12]


def test_the_checker_shares_no_code_with_the_solver() -> None:
    tree = ast.parse(Path(proof_check.__file__).read_text())
    names = {
        node.module.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
    }
    names |= {
        each.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for each in node.names
    }
    own = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "hexapoda" in str(node.module)
    }
    assert names - {"hexapoda"} <= sys.stdlib_module_names and own == {"hexapoda.errors"}
