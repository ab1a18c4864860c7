"""The command `losses`: what it prints, its file, how it goes on, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexapoda.analysis.move_losses import MoveJudge
from hexapoda.cli.group import INTERRUPTED
from tests.cli.command_line import complaint, objects, run

BESIDE = "rave:level=1,nodes=10"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    sgf = "(;FF[4]GM[11]SZ[9]PB[Ada]PW[Bo];B[a3];W[e5];B[g3];W[c6];B[h7])"
    other = "(;FF[4]GM[11]SZ[9]PB[Cy]PW[Ada];B[a3];W[d5];B[f3];W[c7];B[g7])"
    Path("games.sgf").write_text(sgf + "\n" + other + "\n", encoding="utf-8")
    return "games.sgf"


def measure(games: str, *more: str, code: int = 0) -> list[dict[str, Any]]:
    return objects("losses", games, "--per-game", "3", "--nodes", "60", "--json", *more, code=code)


@pytest.mark.slow
def test_players_and_engines_are_compared(games: str) -> None:
    *rows, last = measure(games, "--beside", BESIDE)
    assert last["kind"] == "summary" and last["positions"] == 6
    assert [row["kind"] for row in rows][:1] == ["all"] and rows[-1]["name"] == BESIDE
    assert {row["name"] for row in rows if row["kind"] == "player"} <= {"Ada", "Bo", "Cy"}
    assert rows[0]["positions"] == rows[-1]["positions"] == 6 - last["decided"] > 0
    assert all(0 <= row["win_probability"]["mean"] <= 1 and row["games"] in (1, 2) for row in rows)
    text = run("losses", games, "--per-game", "3", "--nodes", "60", "--beside", BESIDE, "--quiet").stdout
    assert text.splitlines()[0].split() == ["who", "positions", "games", "loss", "score"]
    assert "all players" in text and BESIDE in text and "are left out" in text


@pytest.mark.slow
def test_an_interrupted_measurement_goes_on(games: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure(games)
    calls, losses = 0, MoveJudge.losses

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return losses(*arguments)

    monkeypatch.setattr(MoveJudge, "losses", counted)
    cut = run("losses", games, "--per-game", "3", "--nodes", "60", "--out", "out.jsonl", code=INTERRUPTED)
    assert "interrupted after 3 positions; the same command continues" in cut.stderr
    out = Path("out.jsonl")
    with out.open("ab") as file:
        file.write(b'{"game": 2, "pl')  # killed while it wrote
    assert measure(games, "--out", "out.jsonl") == whole and calls == 7
    assert measure(games, "--out", "out.jsonl") == whole and calls == 7
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 7 and json.loads(lines[0])["kind"] == "losses"


def test_another_file_is_left_alone(games: str) -> None:
    measure(games, "--out", "out.jsonl")
    before = Path("out.jsonl").read_bytes()
    for more in (["--seed", "2"], ["--beside", BESIDE]):
        text = complaint(
            "losses", games, "--per-game", "3", "--nodes", "60", "--out", "out.jsonl", *more, code=2
        )
        assert "belongs to another measurement" in text
    Path("more.sgf").write_text("(;FF[4]GM[11]SZ[5];B[c3];W[b4])\n", encoding="utf-8")
    assert "another measurement" in complaint(
        "losses", "more.sgf", "--per-game", "3", "--nodes", "60", "--out", "out.jsonl", code=2
    )
    assert Path("out.jsonl").read_bytes() == before
    good = json.loads(before.splitlines()[1])
    changed = (
        {"losses": [1]},
        {"player": None},
        {"losses": {"": [0]}},
        {"losses": {"": [9e9, 0]}},
        {"ply": "2"},
    )
    damaged = [before + json.dumps(good | one).encode() + b"\n" for one in changed]
    del good["losses"]
    damaged.append(before + json.dumps(good).encode() + b"\n")
    for content in (b"notes", b"notes\n", before + b"[]\n", *damaged):
        Path("other.jsonl").write_bytes(content)
        complaint("losses", games, "--per-game", "3", "--nodes", "60", "--out", "other.jsonl", code=2)
        assert Path("other.jsonl").read_bytes() == content


def test_what_cannot_be_measured(games: str) -> None:
    Path("hive.txt").write_text("Base;InProgress;White[2];wS1;bS1 wS1-\n", encoding="utf-8")
    assert "games of hex and of hive" in complaint("losses", games, "hive.txt", code=2)
    assert "rave" in complaint("losses", games, "--beside", "rav", code=2)
    assert "no such" in complaint("losses", "missing.sgf", code=2).lower()
    text = run("losses", "hive.txt", "--quiet").stdout
    assert "no position was judged" in text
