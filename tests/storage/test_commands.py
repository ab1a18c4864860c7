"""The commands of `games` that work on the store."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.record import GameRecord, read_games
from hexapoda.storage import Store
from tests.cli.command_line import WON, complaint, objects, run
from tests.storage.played import image, random_position, random_records, symmetries

ROOT = Path(__file__).parents[2]
BOOKS = ROOT / "tests" / "records" / "data"
SECONDS = 120


def write_records(path: Path, games: list[GameRecord]) -> Path:
    path.write_text("".join(json.dumps(game.to_json()) + "\n" for game in games), encoding="utf-8")
    return path


@pytest.fixture
def filed(url: str, tmp_path: Path) -> str:
    """A store with twelve games."""
    run("games", "import", str(write_records(tmp_path / "twelve.JSONL", random_records(12))), "--store", url)
    return url


def test_import_files_everything_once_and_tells(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{WON}\n{WON.replace('wB1', 'wB9', 1)}\n{WON}\n", encoding="utf-8")
    (folder / "b.txt").write_text("nothing of the kind", encoding="utf-8")
    write_records(folder / "c.jsonl", random_records(5))
    with (folder / "c.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"game": "hive", "moves"')  # a journal whose program was killed
    first = objects("games", "import", str(folder), "--store", url, code=1)
    assert [sorted(value)[1] for value in first[:-1]] == ["file", "file", "file"] or len(first) == 4
    assert [(Path(v["file"]).name, v["line"]) for v in first[:-1]] == [
        ("a.txt", 2),
        ("b.txt", None),
        ("c.jsonl", 6),
    ]
    assert "wB9" in first[0]["error"]
    assert "skipped" in first[1]
    assert first[-1].pop("seconds") >= 0
    assert first[-1].pop("store")
    assert first[-1] == {
        "files": 3,
        "added": 6,
        "duplicates": 1,
        "completed": 0,
        "bad": 2,
        "skipped": 1,
    }
    again = objects(
        "games", "import", str(folder / "c.jsonl"), str(folder / "a.txt"), "--store", url, code=1
    )[-1]
    assert (again["added"], again["duplicates"]) == (0, 7)
    with Store.open(url) as store:
        records = [game.record for game in store.records()]
    assert records[1:] == random_records(5)
    assert (records[0].result, records[0].plies) == ("1-0", 37)
    result = run("games", "import", str(folder), "--store", url, code=1)
    assert "a.txt:2: ply 1" in result.stderr
    assert result.stdout.startswith("0 games added, 7 already there, 2 bad; 1 of 3 files without games")


@pytest.mark.parametrize("cut", [1, 777])
def test_a_truncated_file_loses_no_other_game(url: str, tmp_path: Path, cut: int) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    games = random_records(6, plies=20)
    for name, part in (("a", games[:2]), ("b", games[2:4]), ("c", games[4:])):
        write_records(folder / f"{name}.jsonl", part)
    text = (folder / "b.jsonl").read_bytes()
    assert len(text.splitlines()[0]) > cut or cut == 777
    (folder / "b.jsonl").write_bytes(text[: -cut - 1])
    (folder / "d.pgn").write_bytes(b"\x00\xff\xfe" * 999)
    out = objects("games", "import", str(folder), "--store", url, code=1)
    assert out[-1]["bad"] >= 1
    with Store.open(url) as store:
        kept = [game.record for game in store.records()]
    assert kept[:2] == games[:2]
    assert kept[-2:] == games[4:]


def test_records_of_every_format_go_through_the_store_and_back(url: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    summary = objects("games", "import", str(BOOKS), "--store", url, code=0)[-1]
    assert summary["added"] > 3
    for name in ("all.pgn", "all.jsonl", "all.txt"):
        written = objects("games", "export", str(out / name), "--store", url, "--game", "hive")
        assert written == [{"games": summary["added"] - 1, "left_out": 0, "file": str(out / name)}]
    with Store.open(url) as store:
        games = [game for game in store.records() if game.record.game == "hive"]
    trees, records = [game.tree() for game in games], [game.record for game in games]
    for game, record in zip(read_games(out / "all.pgn"), records, strict=True):
        assert [node.text for node in game.main_line()] == [move.text for move in record.moves]
        assert game.header.players == record.players
        assert game.header.result == record.result
    assert len(list(read_games(out / "all.txt"))) == len(records)
    again = list(read_games(out / "all.jsonl"))
    assert [(tree, tree.to_record()) for tree in again] == list(zip(trees, records, strict=True))
    back = objects("games", "import", str(out / "all.jsonl"), str(out / "all.pgn"), "--store", url)[-1]
    assert (back["added"], back["duplicates"]) == (0, 2 * len(records))


def test_list_and_show(filed: str) -> None:
    games = random_records(12)
    listed = objects("games", "list", "--store", filed, "--limit", "5", "--offset", "2")
    assert [value["id"] for value in listed[:-1]] == [10, 9, 8, 7, 6]
    assert listed[-1] == {"games": 5, "damaged": [], "total": 12}
    assert listed[0]["players"] == [player.name for player in games[9].players]
    (shown,) = objects("games", "show", "3", "--store", filed)
    assert shown.pop("id") == 3
    assert GameRecord.from_json(shown) == games[2]
    assert json.loads(run("games", "show", "3", "--format", "json", "--store", filed).stdout)["id"] == 3
    moves = [move.text for move in games[2].moves]
    string = run("games", "show", "3", "--format", "gamestring", "--store", filed).stdout.strip()
    assert string.split(";")[3:] == moves
    pgn = run("games", "show", "3", "-f", "PGN", "--store", filed).stdout
    assert '[White "player 2"]' in pgn
    assert f"\n{len(moves)}. {moves[-1]}\n" in pgn
    assert moves[-1] in run("games", "show", "3", "--store", filed).stdout
    assert "no game 99" in complaint("games", "show", "99", "--store", filed, code=1)
    assert "cannot be used together" in complaint(
        "games", "show", "3", "-f", "pgn", "--json", "--store", filed
    )
    assert run("games", "list", "--store", filed, "-n", "1").stdout.endswith("1 of 12 games\n")
    for option in ("--limit=0", "--limit=10001", "--offset=-1"):
        complaint("games", "list", "--store", filed, option)


FILTERS: list[tuple[list[str], Any]] = [
    (["--player", "player 3"], lambda g: "player 3" in [p.name for p in g.players]),
    (["--player", "3", "--opponent", "4"], lambda g: {p.name[-1] for p in g.players} == {"3", "4"}),
    (["--winner", "player 0"], lambda g: g.winner is not None and g.players[g.winner].name == "player 0"),
    (["--result", "white"], lambda g: g.result == "1-0"),
    (["--result", "black"], lambda g: g.result == "0-1"),
    (["--result", "draw"], lambda g: g.result == "1/2-1/2"),
    (["--result", "none"], lambda g: g.result == "*"),
    (["--variant", "base"], lambda g: g.variant == "Base"),
    (["--ending", "resign"], lambda g: g.finished),
    (["--min-plies", "30"], lambda g: g.plies >= 30),
    (["--max-plies", "29"], lambda g: g.plies <= 29),
    (["--event", "no such event"], lambda g: False),
    (["--match", "no such match"], lambda g: False),
]


def test_search_and_export_pick_the_same_games(filed: str, tmp_path: Path) -> None:
    games = random_records(12)
    target = tmp_path / "picked.jsonl"
    for options, test in FILTERS:
        expected = [number for number, game in enumerate(games, 1) if test(game)]
        code = 0 if expected else 1
        found = objects("games", "search", *options, "--store", filed, code=code)
        assert [value["id"] for value in found[:-1]] == expected[::-1], options
        assert found[-1] == {"games": len(expected), "damaged": [], "total": len(expected)}, options
        target.unlink(missing_ok=True)
        (written,) = objects("games", "export", str(target), *options, "--store", filed, code=code)
        lines = target.read_text("utf-8").splitlines() if target.exists() else []
        assert written["games"] == len(expected) == len(lines), options


def test_search_by_opening_and_position(filed: str, tmp_path: Path) -> None:
    game = random_position(4, "Base+MLP", 30)
    texts = game._uhp_texts()
    for matrix in symmetries()[7:8]:  # turned and mirrored; the store's own tests have all
        turned = image(game, matrix)
        opening = ";".join(["Base+MLP", *turned._uhp_texts()[:9]])
        for words in (
            ["--opening", opening],
            ["--opening", opening.removeprefix("Base+MLP;"), "--variant", "Base+MLP"],
            ["--opening", f"Base+MLP;InProgress;Black[5];{opening.removeprefix('Base+MLP;')}"],
            ["--position", turned.game_string()],
            ["--position", turned.text()],
        ):
            found = objects("games", "search", *words, "--store", filed)
            assert [value["id"] for value in found[:-1]] == [5]
            out = str(tmp_path / "x.txt")
            (written,) = objects("games", "export", out, "--force", *words, "--store", filed)
            assert written["games"] == 1
    path = tmp_path / "opening.txt"
    path.write_text(";".join(["Base+MLP", *texts[:9]]), encoding="utf-8")
    assert objects("games", "search", "--opening", f"@{path}", "--store", filed)[-1]["total"] == 1
    assert "has no variant" in complaint("games", "search", "--opening", texts[0], "--store", filed)
    assert "is 'Base', but --variant is" in complaint(
        "games", "search", "--opening", f"Base;{texts[0]}", "--variant", "Base+M", "--store", filed
    )
    assert "ply 2" in complaint("games", "search", "--opening", "Base;wS1;wS2 wS1-", "--store", filed)
    complaint("games", "search", "--result", "1:0", "--store", filed)
    complaint("games", "search", "--ending", "boredom", "--store", filed)
    complaint("games", "search", "--variant", "Base+X", "--store", filed)


def test_explore(filed: str) -> None:
    games = random_records(12)
    of_type = [game for game in games if game.variant == "Base"]
    found = objects("games", "explore", "--variant", "Base", "--store", filed)
    assert found[-1]["games"] == len(of_type) == sum(value["games"] for value in found[:-1])
    firsts = [game.moves[0].text for game in of_type]
    assert {value["move"]: value["games"] for value in found[:-1]} == {t: firsts.count(t) for t in firsts}
    assert found[-1]["moves"] == len(set(firsts))
    best = found[-1]["tree"][0]
    assert best["move"] in {"wA1", "wB1", "wG1", "wS1"} and 0.4 < best["win_probability"] < 0.8
    limited = objects("games", "explore", "--variant", "Base", "--limit", "1", "--store", filed)
    assert limited == [found[0], {**found[-1], "tree": [best]}]
    of_one = objects("games", "explore", "--variant", "Base", "--player", "player 1", "--store", filed)
    assert of_one[-1]["games"] == sum("player 1" in str(game.players) for game in of_type) > 0
    texts = [move.text for move in of_type[0].moves]
    at = f"Base;InProgress;White[2];{texts[0]};{texts[1]}"
    assert objects("games", "explore", "--position", at, "--store", filed)[-1]["games"] >= 1
    nobody = "Base+P;InProgress;Black[1];wP"
    assert objects("games", "explore", "--position", nobody, "--store", filed, code=1)[-1]["games"] == 0
    assert "0 games" in run("games", "explore", "--position", nobody, "--store", filed, code=1).stdout
    text = run("games", "explore", "--store", filed).stdout
    assert re.match(r"Base(\+MLP)? White\[1\] -: 6 games\n", text)
    complaint("games", "explore", "--variant", "Base", "--position", at, "--store", filed)


def test_stats(filed: str) -> None:
    games = random_records(12)
    (value,) = objects("games", "stats", "--store", filed)
    assert value["games"] == 12
    assert value["results"] == {"1-0": 3, "1/2-1/2": 3, "0-1": 3, "*": 3}
    assert value["variants"] == {"Base": 6, "Base+MLP": 6}
    assert value["endings"] == {"resign": 9, "unknown": 3}
    assert value["positions"] == sum(game.plies + 1 for game in games)
    assert (
        sum(one["wins"] + one["draws"] + one["losses"] + one["unfinished"] for one in value["players"]) == 24
    )
    (one,) = objects("games", "stats", "--store", filed, "--player", "player 1", "--variant", "Base")
    assert one["games"] == sum("player 1" in str(g.players) and g.variant == "Base" for g in games) > 0
    assert "12 games" in run("games", "stats", "--store", filed).stdout


def test_a_game_from_a_text_position_is_left_out_of_game_strings(url: str, tmp_path: Path) -> None:
    from tests.storage.test_store import FROM_TEXT, FULL

    with Store.open(url) as store:
        store.add_many([FULL, FROM_TEXT])
    (written,) = objects("games", "export", str(tmp_path / "x.txt"), "--store", url)
    assert (written["games"], written["left_out"]) == (1, 1)
    (written,) = objects("games", "export", str(tmp_path / "x"), "--format", "json", "--store", url)
    assert (written["games"], written["left_out"]) == (2, 0)
    assert "expected an empty board" in complaint("games", "show", "2", "-f", "gamestring", "--store", url)
    assert "unknown format" in complaint("games", "export", str(tmp_path / "x.doc"), "--store", url)


def test_a_game_of_a_package_that_is_not_installed_is_shown(url: str) -> None:
    [record] = random_records(1)
    with Store.open(url) as store:
        store.add(replace(record, game="elsewhere"))
    shown = run("games", "show", "1", "--store", url)
    assert f"1. {record.moves[0].text}" in shown.stdout
    assert "its moves are shown as stored: no game is called 'elsewhere'" in shown.stderr


def test_wrong_use(tmp_path: Path) -> None:
    assert "no such file" in complaint("games", "import", str(tmp_path / "none"))
    assert "mysql" in complaint("games", "list", "--store", "mysql://x/y")
    (tmp_path / "bad.db").write_text("x" * 5000, encoding="utf-8")
    assert "cannot use the store" in complaint("games", "list", "--store", str(tmp_path / "bad.db"))
    assert "cannot write" in complaint("games", "export", str(tmp_path / "no" / "where.jsonl"))


KEYS = {
    "games import": ["import", "FILE"],
    "games search": ["search", "--min-plies", "0"],
    "games explore": ["explore"],
    "games stats": ["stats"],
    "games players": ["players"],
    "games crosstable": ["crosstable"],
}


def test_the_reference_names_the_keys(tmp_path: Path) -> None:
    file = str(write_records(tmp_path / "x.jsonl", random_records(2)))
    objects("games", "import", file)
    page = (ROOT / "docs" / "reference" / "json.md").read_text("utf-8")
    for name, words in KEYS.items():
        keys: set[str] = set()
        for value in objects("games", *[file if word == "FILE" else word for word in words]):
            keys |= set(value)
        section = page.split(f"## `{name}`\n")[1].split("\n## ")[0]
        assert keys == set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)), name


@pytest.mark.timeout(2 * SECONDS)
def test_an_import_that_is_killed_is_finished_by_the_next(tmp_path: Path) -> None:
    lines = [
        ";".join([g.variant, g.state, g.turn_text, *g._uhp_texts()])
        for g in (random_position(seed, plies=8) for seed in range(1500))
    ]
    file = tmp_path / "many.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    store = str(tmp_path / "killed.db")
    command = [
        sys.executable,
        "-m",
        "hexapoda.cli.app",
        "games",
        "import",
        str(file),
        "--store",
        store,
        "--json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    try:
        while process.poll() is None and not (Path(store).exists() and count(store) > 0):
            time.sleep(0.005)  # until the first transaction is through
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.wait(SECONDS)
    before = count(store)
    assert before > 0
    summary = objects("games", "import", str(file), "--store", store)[-1]
    assert summary["added"] + summary["duplicates"] == 1500
    assert summary["duplicates"] >= before
    assert count(store) == len({line.split(";", 3)[3] + line.split(";")[0] for line in lines})


def count(store: str) -> int:
    import sqlite3

    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            (number,) = connection.execute("SELECT COUNT(*) FROM games").fetchone()
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    else:
        return int(number)
    finally:
        if "connection" in locals():
            connection.close()
