"""The command lines of benchmarks: what they refuse, and a short run of each."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import hex_values, hive_move_ordering
from hexapoda.hive import Move, Position
from hexapoda.hive.bench import midgames
from hexapoda.record import read_text
from tests.train.expert_runs import CONFIG as EXPERT_CONFIG
from tests.train.training_runs import CONFIG

GAME = "(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[c2];W[b3];B[c1];W[b4];B[c4];W[b5];B[c5])"
UNFINISHED = "(;FF[4]GM[11]SZ[5];B[c3];W[b2])"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.sgf").write_text(GAME)
    return tmp_path


def run_hex(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["hex_values.py", *arguments])
    hex_values.main()


@pytest.mark.usefixtures("folder")
def test_values_of_hex_are_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("marked.sgf").write_text(GAME + GAME.replace("W[b2]", "W[a2]"), "utf-8-sig")
    run_hex(monkeypatch, "game.sgf", "marked.sgf", "--nodes", "5", "--step", "4", "--skipped", "0")
    printed = capsys.readouterr()
    assert "2 games, 6 positions, 5 playouts a search" in printed.out
    assert "note: games left out because another has the same moves: 1" in printed.err


@pytest.mark.usefixtures("folder")
def test_static_values_of_hex_need_no_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("benchmarks.hex_values.ENGINES", ("there is no such engine",))
    run_hex(monkeypatch, "game.sgf", "--static", "--step", "1")
    printed = capsys.readouterr()
    assert "1 games, 7 positions, no searches" in printed.out
    assert "plies     positions  static  estimate\n" in printed.out
    assert "rave" not in printed.out and "note" not in printed.err


@pytest.mark.usefixtures("folder")
def test_games_that_tell_nothing_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("both.sgf").write_text(GAME + UNFINISHED + GAME.replace("W[b2]", "W[pass]"))
    record = next(read_text(GAME)).to_record().to_json()
    lines = [record, record | {"ending": "timeout"}, record | {"start": "5x5;;"}]
    Path("journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run_hex(monkeypatch, "both.sgf", "journal.jsonl", "--static")
    printed = capsys.readouterr()
    assert printed.out.startswith("1 games, ") and "note: 3 other games are left out" in printed.err
    assert "the same moves: 2" in printed.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("option", "number", "message"),
    [
        ("--nodes", "0", "--nodes: expected 1 to 1,000,000,000"),
        ("--nodes", "1000000001", "--nodes: expected 1 to"),
        ("--step", "0", "--step: expected 1 to"),
        ("--step", "-3", "--step: expected 1 to"),
        ("--skipped", "-1", "--skipped: expected 0 to"),
    ],
)
def test_hex_values_refuses_bad_numbers(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    number: str,
    message: str,
) -> None:
    with pytest.raises(SystemExit) as ended:
        run_hex(monkeypatch, "game.sgf", option, number)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("folder", None, "cannot read 'folder'"),
        ("missing.sgf", None, "cannot read 'missing.sgf'"),
        (
            "latin.sgf",
            GAME.replace("SZ", "PB[Andr\xe9]SZ").encode("latin-1"),
            "latin.sgf: expected a file of",
        ),
        (
            "unfinished.sgf",
            UNFINISHED.encode(),
            "unfinished.sgf: expected decided games of Hex on boards of up to 19x19, found none",
        ),
        ("large.sgf", GAME.replace("SZ[5]", "SZ[20]").encode(), "large.sgf: expected decided games of Hex"),
        ("passes.sgf", GAME.replace("W[b2]", "W[pass]").encode(), "passes.sgf: expected decided games"),
        (
            "empty.jsonl",
            b"",
            "empty.jsonl contains no games: it is empty",
        ),
        (
            "other.txt",
            b"shopping list",
            "other.txt contains no games: the format is not known",
        ),
    ],
)
def test_hex_values_refuses_a_file_without_games(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    message: str,
) -> None:
    (folder / "folder").mkdir()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        run_hex(monkeypatch, "game.sgf", name)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def run_hive(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["hive_move_ordering.py", *arguments])
    hive_move_ordering.main()


def test_orders_of_moves_of_hive_are_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    searched: list[int] = []
    best_move, policy = hive_move_ordering.best_move, hive_move_ordering.PolicyOrder().variant
    few = [position for position in midgames() if position.variant == policy][:3]

    def counted(position: Position, nodes: int) -> Move | None:
        searched.append(nodes)
        return best_move(position, nodes)

    monkeypatch.setattr(hive_move_ordering, "midgames", lambda: few)
    monkeypatch.setattr(hive_move_ordering, "best_move", counted)
    run_hive(monkeypatch, "--nodes", "10")
    assert searched == [10] * 3
    assert "3 positions," in capsys.readouterr().out


@pytest.mark.parametrize("nodes", ["0", "-5", "1000000001"])
def test_hive_move_ordering_refuses_bad_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], nodes: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run_hive(monkeypatch, "--nodes", nodes)
    assert ended.value.code == 2
    assert "--nodes: expected 1 to 1,000,000,000" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_self_play_is_measured_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import self_play

    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    monkeypatch.setattr("sys.argv", ["self_play.py", str(config), "--games", "4", "--threads", "1"])
    self_play.main()
    found = json.loads(capsys.readouterr().out)
    assert (found["config"], found["games"], found["decisive"]) == ("small", 4, 4)
    shares = [found[f"{part}_share"] for part in ("evaluation", "tree", "rest")]
    assert min(shares) > 0 and sum(shares) == pytest.approx(1, abs=0.01)
    expert = tmp_path / "expert.toml"
    expert.write_text(EXPERT_CONFIG)
    for given, message in (
        ([str(config), "--network", "hex-5x5"], "hex-5x5 has the sizes"),
        ([str(expert)], "expected settings of self-play, not of [expert]"),
        ([str(config), "--threads", "257"], "--threads 257: expected a number from 1 to 256"),
    ):
        monkeypatch.setattr("sys.argv", ["self_play.py", *given])
        with pytest.raises(SystemExit):
            self_play.main()
        assert message in capsys.readouterr().err
