"""Damaged files: a reader reports a fault, or returns the beginning of a game that it says is unfinished."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.record import check_paths, scan_text
from tests.cli.command_line import objects, run
from tests.records.fixtures import DATA, FINISHED, UNFINISHED, fixture

HEX = "(;GM[11]SZ[5];B[a1];W[b2];B[c3];W[d4])\n"
FIXTURES = sorted(
    path.name for path in DATA.iterdir() if path.name not in ("chess.pgn", "hex.sgf", "notes.md")
)
GOOD = {name: fixture(name) for name in FIXTURES} | {
    "tree.sgf": HEX,
    "link.hexworld": "https://hexworld.org/board/#5c1,a1b2c3\n",
    "line.txt": "5x5 a1 b2 c3\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))


# What a file holds, and what both `check` and `import` say of it.
FAULTS = {
    "empty": (b"", "bad.pgn: no games: it is empty"),
    "blank": (b"\n\n", "bad.pgn: no games: it is empty"),
    "NULs": (b"\0" * 50, "bad.pgn:1: no games: it is not a text file: line 1 has a NUL byte"),
    "UTF-16 without a mark": (FINISHED.encode("utf-16-le"), "bad.pgn:1: "),
    "half of UTF-16": (
        FINISHED.encode("utf-16")[:-1],
        "'bad.pgn' is damaged: it begins with the mark of UTF-16, but byte ",
    ),
    "half a header of SGF": (b"(;GM[2", "bad.pgn: no games: it is an SGF file that is cut off in its header"),
    "half a header of PGN": (b'[GameType "Base"]\n[Wh', "bad.pgn:2: '[Wh' is not a tag"),
    "JSON": (
        b'{"Base": "wS1"}',
        "bad.pgn: no games: it is JSON, not a file of games",
    ),
    "prose": (b"Once upon a time", "bad.pgn: no games: the format is not known"),
    "cut at a semicolon": (
        ";".join(UNFINISHED.split(";")[:-2]).encode(),
        "bad.pgn:1: ply 9: the header says White[6], but the 8 plies after it lead to White[5]: "
        "expected 10 plies",
    ),
    "header against moves": (
        b"Base;WhiteWins;Black[20];wS1;bS1 wS1-",
        "bad.pgn:1: ply 3: the header says Black[20], but the 2 plies after it lead to White[2]: "
        "expected 39 plies",
    ),
    "one NUL": (f"{FINISHED}\n{UNFINISHED}\n".encode().replace(b"wB1", b"w\0B1", 1), "bad.pgn:2: "),
    "structure of SGF": (b"(;GM[11]SZ[5];B[a1];W[b2];B c3])", "bad.pgn:1: ply 3: 'B c3])' is not SGF"),
    "end of SGF": (HEX.strip()[:-1].encode(), "bad.pgn:1: ply 5: the text ends inside a game"),
    "a lost number of boardspace": (
        fixture("modern.sgf").replace("P0[2 Dropb", "P0[Dropb", 1).encode(),
        "bad.pgn:11: P0[Dropb wL1 N 13 .] is not a command: expected a number and a word",
    ),
}


def test_a_damaged_file_is_a_fault() -> None:
    for name, (data, message) in FAULTS.items():
        Path("bad.pgn").write_bytes(data)
        for path in ("bad.pgn", "." if name != "JSON" else "bad.pgn"):  # JSON is whole, of another kind
            checked = run("games", "check", path, code=1).stdout
            assert message in checked and checked.count("line 1") <= ("a NUL" in checked), name
            assert " 1 bad;" in checked, name
            assert message in run("games", "import", path, "--store", "../games.db", code=1).stderr, name
        reports = [report for _, report in check_paths(["bad.pgn"])]
        code = 2 if reports[0].format is None else 1  # an error, or games that are left out
        converted = run("games", "convert", "bad.pgn", "out.txt", code=code).stderr
        assert message.partition(": ")[2] in converted, name
        assert Path("out.txt").exists() == any(report.ok for report in reports), name
        Path("out.txt").unlink(missing_ok=True)


def test_one_bad_byte_spoils_one_game() -> None:
    Path("games.txt").write_bytes(
        f"{FINISHED}\n{UNFINISHED}\n{FINISHED}\n".encode().replace(b"wB1", b"\0B1", 1)
    )
    first, bad, last = objects("games", "check", "games.txt", code=1)
    assert first["error"] is None and last["error"] is None and bad["line"] == 2
    Path("log.tsv").write_bytes(fixture("bga.tsv").encode().replace(b"proposed", b"propo\0ed", 1))
    first, last = objects("games", "check", "log.tsv", code=1)
    assert first["error"].startswith("line 2: a NUL byte") and last["error"] is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-32"])
def test_other_encodings_are_read(encoding: str) -> None:
    Path("games.txt").write_text(f"{FINISHED}\n", encoding=encoding)
    [report] = objects("games", "check", "games.txt")
    assert (report["error"], report["plies"]) == (None, 19)


def test_lower_case_properties_are_read() -> None:
    Path("game.sgf").write_text("(;GM[11]SZ[5];B[a1];W[b2];b[c3])", encoding="utf-8")
    [report] = objects("games", "check", "game.sgf")
    assert (report["error"], report["plies"]) == (None, 3)
    Path("game.sgf").write_text(
        fixture("modern.sgf").replace("P0[", "p0[").replace("P1[", "p1["), encoding="utf-8"
    )
    first, second = objects("games", "check", "game.sgf")
    assert (first["plies"], second["plies"]) == (19, 10)


def test_files_of_other_kinds_in_a_folder_are_skipped() -> None:
    for name in ("chess.pgn", "notes.md"):
        Path(name).write_text(fixture(name), encoding="utf-8")
    Path("board.png").write_bytes(b"\x89PNG\0\0")
    Path("LICENSE").touch()
    assert "0 bad; 4 files without games" in run("games", "check", ".").stdout
    for name in ("chess.pgn", "notes.md", "board.png", "LICENSE"):
        run("games", "check", name, code=1)


def plies(text: str) -> list[tuple[int, bool]]:
    """The plies of each game of a text, and whether it is said to be unfinished; faults raise."""
    found = []
    for game in scan_text(text, "file"):
        game.checked()
        unknown = any(repair.kind == "unknown" for repair in game.tree.repairs)
        found.append((game.report.plies, unknown or not game.tree.header.finished))
    return found


@pytest.mark.parametrize("name", GOOD)
def test_a_file_that_is_cut_off_is_no_whole_one(name: str) -> None:
    text = GOOD[name]
    whole = plies(text)
    random = Random(name)
    ends = range(len(text)) if len(text) < 300 else sorted(random.sample(range(len(text)), 60))
    for end in ends:
        try:
            found = plies(text[:end])
        except InvalidGameError:
            continue
        *before, last = found
        assert before == whole[: len(before)]
        # The last game may be cut: then it says so, but in a form that has no end (hivegame.com's).
        complete = whole[len(before)]
        assert last[0] <= complete[0]
        assert last[0] == complete[0] or last[1] or name == "hivegame.pgn", text[:end][-40:]


@pytest.mark.parametrize("name", GOOD)
def test_a_flipped_bit_loses_no_ply(name: str) -> None:
    """A flipped bit may make another legal move of one, or another name; it drops nothing without a fault."""
    data = bytearray(GOOD[name].encode())
    whole = plies(GOOD[name])
    random = Random(name)
    for _ in range(60):
        at, bit = random.randrange(len(data)), 1 << random.randrange(8)
        data[at] ^= bit
        Path("flipped").write_bytes(data)
        data[at] ^= bit
        reports = [report for _, report in check_paths(["flipped"])]
        if all(report.ok for report in reports):
            found = [report.plies for report in reports]
            assert found == [number for number, _ in whole], (at, bit, GOOD[name][max(0, at - 20) : at + 20])


def test_half_a_surrogate_pair_is_a_fault_of_its_ply() -> None:
    [found] = scan_text("wS1;bS1 wS1-;wQ\ud800 -wS1")
    assert found.report.plies == 2
    assert "\ufffd" in str(found.error)
