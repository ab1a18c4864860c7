"""The openings of Hex that come with the package: the map of first stones and the suites."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

import pytest

from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.errors import InvalidGameError
from hexapoda.files.file_lock import take_lock
from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell, parse_cell, rotated
from hexapoda.hex.openings import first_stones, opening_lines, opening_variants
from hexapoda.hex.solve import HexSolver
from hexapoda.record import read_games
from tests.cli.command_line import objects
from tools import hex_openings

SIDES = (5, 6, 7, 8, 9, 10, 11, 13, 14)
LARGE = ("9x9", "11x11", "13x13", "14x14")


def rows() -> Iterator[tuple[str, float, int, tuple[str, ...]]]:
    text = (files("hexapoda.hex") / "data" / "openings.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            variant, chances, searches, moves = line.split("\t")
            yield variant, float(chances), int(searches), tuple(moves.split(" "))


def played(variant: str, line: tuple[str, ...]) -> Position:
    position = Position(variant)
    for text in line:
        position.push(position.parse_move(text))
    return position


def test_every_row_is_legal_and_says_what_it_can_know() -> None:
    boards = Counter(variant for variant, *_ in rows())
    assert list(boards) == [f"{side}x{side}" for side in SIDES]
    for variant, chances, searches, line in rows():
        assert 0 <= chances <= 1
        assert (searches == 0) == (len(line) == 1 and int(variant.split("x")[0]) <= 7)
        assert searches or chances in (0, 1)
        assert played(variant, line).outcome() is None


@pytest.mark.parametrize("side", SIDES)
def test_of_first_stones_that_half_a_turn_makes_the_same_there_is_one(side: int) -> None:
    variant = f"{side}x{side}"
    told = [line[0] for name, _, _, line in rows() if name == variant and len(line) == 1]
    cells = {parse_cell(text) for text in told}
    turned = {rotated(cell, side, side) for cell in cells}
    assert len(told) == len(cells) == (side * side + 1) // 2 and len(cells | turned) == side * side
    found = first_stones(variant)
    assert len(found) == side * side
    assert all(found[cell] == found[rotated(cell, side, side)] for cell in found)


@pytest.mark.parametrize("side", [5, pytest.param(6, marks=pytest.mark.deep)])
def test_the_solver_says_the_same_again(side: int) -> None:
    variant = f"{side}x{side}"
    solution = HexSolver(variant).solve(Position(variant), all_moves=True, line=False)
    assert {cell: win == 1 for cell, win in first_stones(variant).items()} == solution.wins


def test_no_two_lines_of_a_suite_lead_to_the_same_position() -> None:
    assert set(opening_variants()) == {"8x8", "10x10", *LARGE}
    for variant in opening_variants():
        lines = opening_lines(variant)
        assert len(lines) >= (50 if variant in LARGE else 20)
        keys = {played(variant, line).canonical_key for line in lines}
        assert len(keys) == len(lines)


def test_lines_of_several_stones_are_even_and_candidates_of_the_tool() -> None:
    for variant in opening_variants():
        longer = [(chances, line) for name, chances, _, line in rows() if name == variant and len(line) > 1]
        assert all(abs(chances - 0.5) <= 0.015 for chances, _ in longer)
        numbers = range(hex_openings.CANDIDATES)
        candidates = iter(hex_openings.candidate(variant, number)[1] for number in numbers)
        assert all(line in candidates for _, line in longer), "in the order of the candidates"


def test_the_tool_finds_nearly_the_same_again() -> None:
    """The table was made before the search knew patterns: one value may differ by a tenth, not their mean."""
    lines = [row for row in rows() if row[0] == "9x9" and len(row[3]) == 1][:8]
    differences = [hex_openings.evaluate((variant, line))[0] - chances for variant, chances, _, line in lines]
    assert max(map(abs, differences)) < 0.1
    assert abs(fmean(differences)) < 0.04
    task = ("9x9", ("a2",))
    assert hex_openings.evaluate(task) == hex_openings.evaluate(task), "the result depends only on the seeds"


class ScriptedRave:
    """Stands in for `rave`: says at each ply of each search what `script` says, and plays the first move."""

    script: ClassVar[list[tuple[float, int | None]]] = []
    given: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, **options: Any) -> None:
        self.given.append(options)
        self._rest = iter(self.script)

    def search(self, position: Position, limit: Any) -> SearchResult:
        value, win_in = next(self._rest)
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(pv=(move,), win_probability=value, win_in=win_in))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[ScriptedRave]:
    monkeypatch.setattr(hex_openings, "RaveEngine", ScriptedRave)
    monkeypatch.setattr(ScriptedRave, "script", [])
    monkeypatch.setattr(ScriptedRave, "given", [])
    return ScriptedRave


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ([(1.0, 5)], (0.0, 1)),  # White, who is to move, wins
        ([(0.0, -4)], (1.0, 1)),
        ([(0.6, None), (0.0, -4)], (0.0, 2)),  # the move that White chose wins
        ([(0.6, None), (1.0, 5)], (0.7 + hex_openings.BIAS, 2)),  # that move loses; another one might not
        ([(0.5, None), (0.5, None)], (0.5 + hex_openings.BIAS, 2 * hex_openings.SEEDS)),
    ],
)
def test_a_proof_decides_an_opening_if_no_other_move_could_be_better(
    scripted: type[ScriptedRave], script: list[tuple[float, int | None]], expected: tuple[float, int]
) -> None:
    scripted.script[:] = script
    value, searches = hex_openings.evaluate(("9x9", ("a2",)))
    assert value == pytest.approx(expected[0]) and searches == expected[1]


class Here:
    """A pool of processes that does the work in this one."""

    imap = staticmethod(map)

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        return


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted: type[ScriptedRave]) -> None:
    """Let the tool make a table of 8x8 in a folder of its own; every value is 0.265 after two searches."""
    scripted.script[:] = [(0.75, None), (0.25, None)]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(multiprocessing, "Pool", lambda *_: Here())
    monkeypatch.setattr(hex_openings, "LINES", {8: 0})
    monkeypatch.setattr(hex_openings, "DATA", tmp_path / "package.tsv")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["hex_openings.py", *arguments])
    hex_openings.main()


def begin(path: Path, rest: str, network: bool = False) -> None:
    """Write the work file of an earlier run that was interrupted."""
    path.write_text(f"{hex_openings.KINDS[network]}\n{rest}", "utf-8", newline="\n")


def values_of(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("network", [False, True])
def test_the_tool_searches_with_the_network_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted: type[ScriptedRave], network: bool
) -> None:
    names = ["hex_openings.work", "hex_openings_network.work"]
    for kind, name in enumerate(names):
        begin(tmp_path / name, f"8x8\t0.{len(name)}0\t2\ta1.\n", network=bool(kind))
    run(monkeypatch, *["--network"] * network)
    assert {options["without"] for options in scripted.given} == {"nothing" if network else "network"}
    [out] = tmp_path.glob("*.tsv")
    assert out.name == ("hex_openings_network.tsv" if network else "package.tsv")
    lines = out.read_text("utf-8").splitlines()
    assert any("rave with its network" in line for line in lines) == network
    values = values_of(out)
    assert len(values) == 32
    assert values[:2] == [f"8x8\t0.{len(names[network])}0\t2\ta1", "8x8\t0.265\t2\tb1"]
    assert [path.name for path in tmp_path.glob("*.work")] == [names[not network]]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("8x8\t0.400\t6\ta1.\n8x8\t0.410\t6\tb1.", ["0.400\t6\ta1", "0.410\t6\tb1"]),
        ("8x8\t0.400\t6\ta1.\n8x8\t0.410\t6\tb1", ["0.400\t6\ta1", "0.265\t2\tb1"]),
        ("8x8\t0.400\t6\ta1.\n8x8\t0.", ["0.400\t6\ta1", "0.265\t2\tb1"]),
        ("8x8\t0.40", ["0.265\t2\ta1", "0.265\t2\tb1"]),
    ],
)
def test_an_interrupted_run_continues_after_the_last_whole_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rest: str, expected: list[str]
) -> None:
    """Interrupts the next run too: its values must not be appended to half a line."""
    work = tmp_path / "hex_openings.work"
    begin(work, rest)

    def full(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(hex_openings, "write_atomically", full)
        with pytest.raises(OSError):
            run(monkeypatch)
    lines = work.read_text("utf-8").splitlines()
    assert len(lines) == 33 and lines[1:3] == [f"8x8\t{line}." for line in expected]
    run(monkeypatch)
    assert values_of(tmp_path / "package.tsv")[:2] == [f"8x8\t{line}" for line in expected]
    assert not work.exists()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("length", [0, 1, 60, None])
def test_a_work_file_whose_first_line_is_cut_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int | None
) -> None:
    (tmp_path / "own.work").write_text(hex_openings.KINDS[False][:length], "utf-8")
    run(monkeypatch, "--work", "own.work")
    assert len(values_of(tmp_path / "package.tsv")) == 32


@pytest.mark.usefixtures("small")
def test_two_processes_do_not_use_one_work_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = take_lock(Path("own.work.lock"))
    assert lock is not None
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "--work", "own.work")
    assert ended.value.code == 2
    assert "own.work: another process uses this work file" in capsys.readouterr().err
    lock.release()
    run(monkeypatch, "--work", "own.work")
    lock = take_lock(Path("own.work.lock"))
    assert lock is not None, "the tool releases its lock"
    lock.release()


KIND, WITH_NETWORK = (hex_openings.KINDS[kind].encode() for kind in (False, True))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (WITH_NETWORK + b"\n", "bad.work:1: '# values of"),
        (WITH_NETWORK, "or another --work"),  # whole, but for its newline
        (b"8x8\t0.400\t6\ta1.\n", "bad.work:1: '8x8"),
        (b"notes of mine", "bad.work:1: 'notes of mine': expected '# values of"),
        (KIND + b"\n8x8\t0.400\t6\ta1.\n\xff.\n", "bad.work: expected a work file, found bytes that are not"),
        (KIND + b"\n8x8\t0.400\t6\ta1.\n8x8\tx\t6\tb1.\n8x8\t0", "bad.work:3: '8x8\\tx"),
        (KIND + b"\n8x8\t0.400\t6\ta1.8x8\t0.410\t6\tb1.\n", "bad.work:2: '8x8"),
        (KIND + b"\n8x8\t9.000\t6\ta1.\n", "bad.work:2: '8x8"),
        (KIND + b"\n\n", "bad.work:2: ''"),
    ],
)
def test_a_file_that_is_not_a_work_file_of_this_kind_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    Path("bad.work").write_bytes(content)
    for _ in range(2):  # the second time, too: the first does not lock it
        with pytest.raises(SystemExit) as ended:
            run(monkeypatch, "--work", "bad.work")
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
    assert Path("bad.work").read_bytes() == content


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--jobs", "0"), "--jobs: expected at least 1"),
        (("--work", "folder"), "cannot write 'folder': it is a folder"),
        (("--work", "no/such/x"), "there is no such folder"),
        pytest.param(
            ("--work", "/dev/null"),
            "'/dev/null': it is not a regular file",
            marks=pytest.mark.skipif(not Path("/dev/null").exists(), reason="this system has no /dev/null"),
        ),
    ],
)
def test_bad_options_are_refused_before_the_work(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    scripted: type[ScriptedRave],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
    assert scripted.given == [] and [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_known_first_stones_of_11x11() -> None:
    found = {format_cell(cell): chances for cell, chances in first_stones("11x11").items()}
    assert all(found[text] > 0.5 for text in ("f6", "e7", "d4", "b10"))
    assert all(found[text] < 0.5 for text in ("a1", "a2", "b1", "k11", "c1"))


def test_other_boards_have_none() -> None:
    assert first_stones("12x12") == {} and opening_lines("12x12") == [] and first_stones("9x11") == {}
    with pytest.raises(InvalidGameError):
        opening_lines("0x0")


def test_a_match_begins_from_the_suite_with_either_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    path = tmp_path / "games.sgf"
    command = ("match", "random", "random:seed=1", "--game", "hex", "--games", "6", "--nodes", "1", "--quiet")
    objects(*command, "--seed", "3", "--out", str(path))
    games = objects("games", "check", str(path))
    assert len(games) == 6
    records = list(read_games(path))
    suite = opening_lines("11x11")
    begun = [tuple(node.text for node in [*record.main_line()][:3]) for record in records]
    for one, other in zip(begun[::2], begun[1::2], strict=True):
        assert any(one[: len(line)] == line == other[: len(line)] for line in suite)
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.header.players == second.header.players[::-1]
