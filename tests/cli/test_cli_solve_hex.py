"""`hexapoda solve hex`: the answer as text and JSON, files of long runs and of maps, wrong use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexapoda._core import StopToken
from hexapoda.errors import UsageError
from hexapoda.games.solver import SolveOptions
from hexapoda.hex import Position, solve_command
from hexapoda.hex.kept_proofs import KeptProofs
from hexapoda.hex.solve import HexSolver
from tests.cli.command_line import complaint, objects, run

FIVE = ["e1", "b2", "c2", "d2", "e2", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5"]


def test_one_object_with_the_winner_and_a_line() -> None:
    (value,) = objects("solve", "hex", "--size", "4")
    assert value["winner"] == "Black" and value["winning_moves"] is None
    assert value["nodes"] > 0 and value["seconds"] > 0 and len(value["line"]) % 2 == 1
    (value,) = objects("solve", "hex", "--position", "3x3 black=a1 white=b2 to-move=black")
    assert value["winner"] == "White" and len(value["line"]) % 2 == 0


def test_all_moves_as_text_and_as_an_object() -> None:
    (value,) = objects("solve", "hex", "--size", "5", "--all-moves", "--threads", "2")
    assert value["winning_moves"] == FIVE
    result = run("solve", "hex", "--variant", "3x2", "--all-moves")
    assert result.stdout.startswith("Black wins (")
    assert result.stdout.rstrip().endswith("+ wins for Black, - loses")


@pytest.mark.parametrize("feature", ["fill-in", "or-rule"])
def test_a_feature_can_be_left_out(feature: str) -> None:
    (whole,) = objects("solve", "hex", "--size", "5", "--all-moves")
    (less,) = objects("solve", "hex", "--size", "5", "--all-moves", "--without", feature)
    assert less["winning_moves"] == whole["winning_moves"] and less["nodes"] != whole["nodes"]


def test_a_long_run_goes_on_from_its_file(tmp_path: Path) -> None:
    file, picture = tmp_path / "five.json", tmp_path / "five.svg"
    command = ("solve", "hex", "--size", "5", "--save", str(file), "--map", str(picture))
    (first,) = objects(*command)
    saved = json.loads(file.read_text())
    assert saved["position"] == "5x5" and [cell for cell, win in saved["wins"].items() if win] == FIVE
    assert len(saved["wins"]) == 25
    drawn = picture.read_text()
    assert drawn.startswith("<svg") and "5x5" in drawn
    # What the file says is believed, and the rest is searched.
    saved["wins"] = {"a1": True, "c3": False}
    file.write_text(json.dumps(saved))
    (second,) = objects(*command, "--force")
    assert (
        second["winning_moves"] == sorted({*FIVE, "a1"} - {"c3"}, key=lambda cell: (cell[1], cell[0]))
        and picture.read_text() != drawn
    )
    assert len(json.loads(file.read_text())["wins"]) == 25 and first["winning_moves"] == FIVE


def test_a_search_that_is_ended_keeps_what_is_decided(tmp_path: Path) -> None:
    file = tmp_path / "eight.json"
    result = run("solve", "hex", "--size", "8", "--save", str(file), "--time", "0.2", "--json", code=1)
    value = json.loads(result.stdout)
    assert value["winner"] is None and value["winning_moves"] == [] and value["line"] == []
    assert "0 of 64 moves are decided" in result.stderr and not file.exists()
    file.write_text('{"position": "8x8", "wins": {"a1": false}}')
    result = run("solve", "hex", "--size", "8", "--save", str(file), "--time", "0.2", code=1)
    assert f"1 of 64 moves are decided; what is known is saved in {str(file)!r}" in result.stderr
    assert "the same command resumes from there" in result.stderr
    file = tmp_path / "nothing.json"
    result = run("solve", "hex", "--size", "11", "--save", str(file), "--time", "0.000001", code=1)
    assert "0 of 121 moves are decided, and nothing is saved yet" in result.stderr


def test_the_proofs_of_an_undecided_search_are_used_again(tmp_path: Path) -> None:
    file, proofs = tmp_path / "six.json", tmp_path / "six.json.proofs"
    options, stop = SolveOptions(save=file), StopToken()

    def end_soon(text: str) -> None:
        if int(text.split()[0]) >= 13:  # with a3, which takes the most work
            stop.stop()

    stopped = solve_command.run(Position("6x6"), options, stop, end_soon)
    assert not stopped.proven and repr(str(proofs)) in stopped.note
    file.unlink()  # only the proofs are left
    command = ("solve", "hex", "--size", "6", "--save", str(file))
    (continued,) = objects(*command)
    file.unlink()
    (whole,) = objects(*command)
    assert continued["winning_moves"] == whole["winning_moves"]
    assert continued["nodes"] < whole["nodes"] / 2
    assert not proofs.exists(), "it was deleted once all moves were decided"


def test_proofs_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file, proofs = tmp_path / "six.json", tmp_path / "six.json.proofs"
    solver = HexSolver("6x6")
    assert solver.winner(Position.from_text("6x6 a3")) is not None
    KeptProofs(file, solver).write()
    good = proofs.read_bytes()
    command = ("solve", "hex", "--size", "6", "--save", str(file))
    for content, expected in (
        (b"", "is not a file of proofs: delete it"),
        (b"[" * 100_000, "is not a file of proofs: delete it"),
        (b"[1]\n", "is not a file of proofs: delete it"),
        (good[:-1], "is damaged: delete it"),
        (good.replace(b'"6x6"', b'"5x5"'), "has variant '5x5', but this search has '6x6'"),
        (good.replace(b'"proofs": 1', b'"proofs": 0'), "has proofs 0, but this search has 1"),
    ):
        proofs.write_bytes(content)
        assert expected in complaint(*command)
        assert proofs.read_bytes() == content and not file.exists()
    proofs.write_bytes(good)
    assert "has without [], but this search has ['fill-in']" in complaint(*command, "--without", "fill-in")
    (value,) = objects(*command)
    assert value["winner"] == "Black" and not proofs.exists()
    proofs.mkdir()
    assert "it is a folder" in complaint(*command)
    proofs.rmdir()
    proofs.symlink_to(tmp_path / "another")
    assert "is not a file of proofs: choose another name for --save" in complaint(*command)
    assert proofs.is_symlink()
    assert "write different files" in complaint(*command, "--map", str(proofs))
    for folder in (".", "/", ""):
        assert "it is a folder" in complaint("solve", "hex", "--size", "3", "--save", folder)


def test_proofs_that_cannot_be_written_do_not_end_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the middle, where the disk may have room again later, nor at the end."""
    tried = []

    def full(path: Path, data: bytes, *, force: bool) -> None:
        tried.append(path)
        raise UsageError(f"cannot write {str(path)!r}: No space left on device")

    monkeypatch.setattr("hexapoda.hex.kept_proofs.write_bytes", full)
    monkeypatch.setattr("hexapoda.hex.solve._PAUSE", 0.01)
    proofs, stop = tmp_path / "six.json.proofs", StopToken()

    def end_soon(text: str) -> None:
        if int(text.split()[0]) >= 13:
            stop.stop()

    options = SolveOptions(save=tmp_path / "six.json")
    stopped = solve_command.run(Position("6x6"), options, stop, end_soon)
    assert len(tried) > 1 and set(tried) == {proofs}
    assert stopped.note.endswith(f"resumes from there; cannot write {str(proofs)!r}: No space left on device")
    assert solve_command.run(Position("6x6"), options, StopToken(), lambda text: None).proven


def test_wrong_use(tmp_path: Path) -> None:
    assert "--plies is not an option for hex" in complaint("solve", "hex", "--size", "3", "--plies", "2")
    assert "--nodes is not an option for hex" in complaint("solve", "hex", "--size", "3", "--nodes", "2")
    assert "--size is not an option for hive" in complaint(
        "solve", "hive", "--variant", "Base", "--size", "3"
    )
    assert "cannot be used together" in complaint("solve", "hex", "--size", "3", "--variant", "4x4")
    assert "cannot search 26x26 in 50 MiB" in complaint("solve", "hex", "--size", "26", "--memory", "50")
    assert "no feature 'luck'" in complaint("solve", "hex", "--size", "3", "--without", "luck")
    file = tmp_path / "saved.json"
    for text, expected in (
        ("[]", "does not contain decided moves"),
        ("[" * 100_000, "does not contain decided moves"),
        ('{"position": "4x4", "wins": {}}', "is for the position '4x4', not '3x3'"),
        ('{"position": "3x3", "wins": {"d1": true}}', "expected true or false for a free cell"),
        ('{"position": "3x3", "wins": {"a1": 1}}', "expected true or false for a free cell"),
    ):
        file.write_text(text)
        assert expected in complaint("solve", "hex", "--size", "3", "--save", str(file))
    assert "it is a folder" in complaint("solve", "hex", "--size", "3", "--save", str(tmp_path))


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    file, packed = tmp_path / "five.proof", tmp_path / "five.gz"
    (written,) = objects("solve", "hex", "--size", "5", "--all-moves", "--proof", str(file))
    checked = run("solve", "hex", "--size", "5", "--all-moves", "--check", str(file))
    assert checked.stdout.startswith(f"Black wins ({written['claims']} claims checked, ")
    assert checked.stdout.rstrip().endswith("+ wins for Black, - loses")
    (value,) = objects("solve", "hex", "--size", "5", "--all-moves", "--check", str(file))
    assert value["winning_moves"] == FIVE and value["claims"] == written["claims"] and value["nodes"] == 0
    objects("solve", "hex", "--size", "5", "--proof", str(packed))
    assert packed.read_bytes()[:2] == b"\x1f\x8b"
    (value,) = objects("solve", "hex", "--size", "5", "--check", str(packed))
    assert value["winner"] == "Black" and value["winning_moves"] is None
    # The short proof does not have the moves.
    (value,) = objects("solve", "hex", "--size", "5", "--all-moves", "--check", str(packed), code=1)
    assert value["winner"] == "Black" and value["winning_moves"] == []


def test_a_proof_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "eight.proof"
    result = run("solve", "hex", "--position", "8x8 d4", "--proof", str(file), "--time", "0.2", code=1)
    assert result.stdout.startswith("unknown") and not file.exists()
    file = tmp_path / "five.proof"
    objects("solve", "hex", "--size", "5", "--all-moves", "--proof", str(file))
    lines = file.read_text().splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("after b1"))
    file.write_text("\n".join(lines[:at]) + "\n")  # as if it had been stopped there
    (value,) = objects("solve", "hex", "--size", "5", "--check", str(file), code=1)
    assert value["winner"] is None
    (value,) = objects("solve", "hex", "--size", "5", "--all-moves", "--proof", str(file))
    assert file.read_text().splitlines()[at].startswith("after b1") and value["winning_moves"] == FIVE


@pytest.mark.parametrize("force", [False, True])
def test_a_stopped_proof_says_which_command_resumes(tmp_path: Path, force: bool) -> None:
    stop, picture = StopToken(), tmp_path / "map"
    options = SolveOptions(all_moves=True, proof=tmp_path / "five.proof", map_file=picture, force=force)

    def progress(text: str) -> None:
        if "claims" in text:
            stop.stop()

    solved = solve_command.run(Position("5x5"), options, stop, progress)
    assert not solved.proven and picture.exists()
    assert solved.note.endswith("same command resumes from there") == force
    assert solved.note.endswith("same command with --force resumes from there") == (not force)


def test_wrong_use_of_proofs(tmp_path: Path) -> None:
    file = tmp_path / "five.proof"
    objects("solve", "hex", "--position", "5x5 c3", "--proof", str(file))
    text = file.read_text()
    for option in ("--check", "--proof"):
        position = ("--position", "5x5 d3", option, str(file))
        assert "is not a proof of the position '5x5 black=d3 to-move=white'" in complaint(
            "solve", "hex", *position
        )
    assert file.read_text() == text
    for option, value in (("--threads", "2"), ("--time", "1"), ("--without", "or-rule"), ("--proof", "x")):
        command = ("solve", "hex", "--size", "5", "--check", str(file), option, value)
        assert f"cannot be combined with {option}" in complaint(*command)
    file.write_text(text.replace("winner black", "winner white"))
    line = len(text.splitlines())
    assert f"line {line}: " in complaint("solve", "hex", "--position", "5x5 c3", "--check", str(file))
    assert "cannot read" in complaint("solve", "hex", "--size", "5", "--check", str(tmp_path / "none"))
    for option in ("--save", "--map"):
        both = ("--proof", str(tmp_path / "new"), option, str(tmp_path / "." / "new"))
        assert "give them different names" in complaint("solve", "hex", "--size", "5", *both)
    assert not (tmp_path / "new").exists()
    assert "at most 64 cells" in complaint(
        "solve", "hex", "--position", "9x9 e5", "--proof", str(tmp_path / "nine")
    )
