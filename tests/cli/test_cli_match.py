"""`hexapoda match` and `hexapoda tournament`, as users meet them."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.hive.ladder import LADDERS
from hexapoda.record import read_games
from tests.arena.settings import bot
from tests.cli.command_line import complaint, objects, run
from tests.pool_here import play_matches_here

QUICK = ("--nodes", "1", "--seed", "3", "--quiet")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def games_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of this process play here; `tests/arena` tests the processes of a match."""
    play_matches_here(monkeypatch)


def games_of(home: Path, match: str) -> list[dict[str, Any]]:
    lines = (home / "matches" / match / "games.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def essence(games: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted(
        (game["number"], [move["move"] for move in game["moves"]], game["winner"]) for game in games
    )


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "hexapoda.cli.app", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def wait_for_games(home: Path, match: str, number: int) -> None:
    path = home / "matches" / match / "games.jsonl"
    deadline = time.monotonic() + 60
    while not path.is_file() or path.read_bytes().count(b"\n") < number:
        assert time.monotonic() < deadline, "no games"
        time.sleep(0.01)


def test_a_match_ends_in_one_object(home: Path, tmp_path: Path) -> None:
    pgn, table = tmp_path / "games.pgn", tmp_path / "games.csv"
    files = ("--out", str(pgn), "--csv", str(table))
    (out,) = objects("match", "random", "greedy", "--games", "12", *QUICK, "-j", "2", "--id", "m", *files)
    assert (out["games"], out["match"], out["seed"], out["finished"]) == (12, "m", 3, True)
    assert out["score"] < 0.2 and out["elo_high"] < 0 and sum(out["pentanomial"]) == 6
    assert {"elo", "elo_low", "llr", "los", "endings", "faults"} <= set(out)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(12))
    assert (rows[0]["first"], rows[1]["first"]) == ("random", "greedy")
    assert sum(row["winner"] == "greedy" for row in rows) == out["losses"]
    assert float(rows[0]["seconds_a_move_second"]) > float(rows[0]["seconds_a_move_first"]) > 0
    games = list(read_games(pgn))
    assert [len(list(game.main_line())) for game in games] == [int(row["plies"]) for row in rows]
    assert games[1].header.players[0].name == "greedy"


def test_games_of_hex_are_written_as_sgf(tmp_path: Path) -> None:
    path, lines = tmp_path / "games.sgf", tmp_path / "lines.txt"
    lines.write_text("a1 b2\nc3 d4\n")
    command = ("match", "random", "random", "--game", "hex", "--variant", "5x5", "--games", "4", *QUICK)
    objects(*command, "--openings", str(lines), "--out", str(path))
    games = objects("games", "check", str(path))
    assert [(game["format"], game["variant"], game["error"]) for game in games] == [("sgf", "5x5", None)] * 4
    assert all(game["plies"] > 2 and game["state"] == game["claimed"] for game in games)
    assert "expected a name that ends in .sgf" in complaint(*command, "--out", str(tmp_path / "games.pgn"))
    assert "expected a name that ends in .pgn" in complaint(
        "match", "random", "random", *QUICK, "--out", str(path)
    )


def test_kill_9_in_the_middle_then_resume_loses_and_doubles_nothing(home: Path) -> None:
    objects("match", "random", "greedy", "--games", "20", *QUICK, "--id", "whole")
    process = start("match", "random", "greedy", "--games", "20", *QUICK, "-j", "2", "--id", "cut")
    wait_for_games(home, "cut", 5)
    process.kill()
    process.communicate(timeout=60)
    with (home / "matches" / "cut" / "games.jsonl").open("a") as file:
        file.write('{"game": "hive", "vari')
    assert 5 <= len((home / "matches" / "cut" / "games.jsonl").read_text().splitlines()) - 1 < 20
    (out,) = objects("match", "--resume", "cut", "--quiet")
    assert out["games"] == 20
    assert essence(games_of(home, "cut")) == essence(games_of(home, "whole"))


def test_a_match_that_was_killed_goes_on_with_the_files_it_was_begun_with(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--store", "club.db", "--out", "m.pgn")
    process = start("match", "random", "greedy", "--games", "20", *QUICK, "--id", "cut", *words)
    wait_for_games(home, "cut", 5)
    process.kill()
    process.communicate(timeout=60)
    options = home / "matches" / "cut" / "results.json"
    assert options.stat().st_mode & 0o077 == 0, "the URL of a store may contain a password"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    result = run("match", "--resume", "cut")
    begun = f"--out {tmp_path / 'm.pgn'} --store {tmp_path / 'club.db'}"
    assert f"using the output options of the first run: {begun}" in result.stderr
    assert objects("games", "list", "--store", str(tmp_path / "club.db"))[-1]["total"] == 20
    assert (tmp_path / "m.pgn").exists() and not list(elsewhere.iterdir())
    # Its results are written: to resume it once more only shows them.
    (tmp_path / "m.pgn").unlink()
    assert "the games are not added to a store" in run("match", "--resume", "cut").stderr
    assert not (tmp_path / "m.pgn").exists()


def test_results_that_cannot_be_written_are_shown(home: Path, tmp_path: Path) -> None:
    store = tmp_path / "club.db"
    objects("games", "import", str(tmp_path), "--store", str(store))
    objects("match", "random", "greedy", "--games", "2", *QUICK, "--id", "m")
    for damage in ("[1]", "[" * 100_000):
        (home / "matches" / "m" / "results.json").write_text(damage)
        run("match", "--resume", "m")
    with contextlib.closing(sqlite3.connect(store)) as damaged:
        damaged.execute("DROP TABLE positions")
        damaged.commit()
    result = run("match", "--resume", "m", "--store", str(store), "--quiet", code=2)
    assert "random" in result.stdout
    assert "the games are saved" in result.stderr and f"--store {store}" in result.stderr


def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(home: Path, tmp_path: Path) -> None:
    table = tmp_path / "a table.csv"
    arguments = ("match", "random", "greedy", "--games", "2000", *QUICK, "--id", "cut", "--csv", str(table))
    process = start(*arguments, "--json")
    wait_for_games(home, "cut", 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"hexapoda match --resume cut --csv '{table}' --quiet --json" in err
    result = json.loads(out)
    assert not result["finished"] and 3 <= result["games"] < 2000
    assert result["games"] == len(games_of(home, "cut"))
    assert "Traceback" not in err and not table.exists()


def test_resuming_takes_no_other_settings(home: Path) -> None:
    objects("match", "random", "greedy", "--games", "2", *QUICK, "--id", "m")
    assert "--nodes" in complaint("match", "--resume", "m", "--nodes", "2")
    assert "engines" in complaint("match", "random", "greedy", "--resume", "m")
    assert "the last ones by name are m" in complaint("match", "--resume", "n")
    assert "match 'm' already exists" in complaint("match", "random", "greedy", *QUICK, "--id", "m")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random",), "two engines"),
        (("random", "gready", "--nodes", "1"), "did you mean 'greedy'"),
        (("random", "greedy"), "nothing limits the engines"),
        (("random", "greedy", "--time", "1", "--clock", "60+1"), "cannot be used together"),
        (("random", "greedy", "--clock", "1:00"), "60+1"),
        (
            ("random", "greedy", "--nodes", "1", "--sprt", "5"),
            "--sprt '5': expected 2 comma-separated numbers",
        ),
        (("random", "greedy", "--nodes", "1", "--sprt", "5,0"), "expected the lower one first"),
        (("random", "greedy", "--nodes", "1", "--resign", "x"), "--resign 'x'"),
        (("random", "greedy", "--nodes", "1", "--out", "x.txt"), ".pgn"),
        (("random", "greedy", "--nodes", "1", "--csv", "/no/such/folder/x"), "no such folder"),
        (("random", "greedy", "--nodes", "1", "--csv", "."), "it is a folder"),
        (("random", "greedy", "--nodes", "1", "--openings", "no.txt"), "no.txt"),
        (("random", "greedy", "--nodes", "1", "--variant", "Base+X"), "Base+X"),
        (("random", "greedy", "--nodes", "1", "--game", "go"), "'go'"),
        (("random", "greedy", "--nodes", "1", "--rule", "opening=wild"), "opening"),
    ],
)
def test_wrong_use_is_told_and_leaves_nothing_behind(
    home: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert said in complaint("match", *arguments, "--quiet")
    assert not home.exists()


def test_every_setting_reaches_the_match(home: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("wS1;bS1 wS1-;wQ -wS1;bQ bS1-\nwB1;bB1 wB1-;wQ -wB1;bQ bB1-\n")
    arguments = (
        *("--variant", "Base+LM", "--rule", "repetition=off", "--games", "4", "--clock", "5+0.5"),
        *("--depth", "3", "--margin", "1.5", "--patience", "7", "--openings", str(lines)),
        *(
            "--opening-plies",
            "2",
            "--resign",
            "9,2",
            "--agree",
            "8,4",
            "--draw",
            "1,5,20",
            "--move-cap",
            "90",
        ),
        *("--seed", "11", "--sprt=-5,5", "--concurrency", "2", "--id", "all", "--quiet"),
    )
    objects("match", "random:seed=1", "greedy", *arguments)
    settings = json.loads((home / "matches" / "all" / "settings.json").read_text())
    assert settings["engines"] == ["random:seed=1", "greedy"]
    assert (settings["variant"], settings["rules"]) == ("Base+ML", {"repetition": "off"})
    control = {"base": 5.0, "increment": 0.5, "depth": 3, "days": None}
    assert settings["control"] == {"time": None, "nodes": None, **control}
    assert (settings["margin"], settings["patience"]) == (1.5, 7.0)
    assert sorted(settings["openings"]) == [["wB1", "bB1 wB1-"], ["wS1", "bS1 wS1-"]]
    assert settings["opening_source"] == "lines.txt"
    assert settings["adjudication"] == {
        **{"resign_score": 9.0, "resign_moves": 2, "win_score": 8.0, "win_moves": 4},
        **{"draw_score": 1.0, "draw_moves": 5, "draw_ply": 20, "move_cap": 90},
    }
    assert (settings["sprt"]["elo0"], settings["sprt"]["elo1"], settings["seed"]) == (-5.0, 5.0, 11)
    assert settings["concurrency"] == 2


def test_a_sequential_test_stops_early() -> None:
    sprt = ("--sprt", "0,100", "--games", "400")
    (out,) = objects("match", "greedy", "random", *QUICK, *sprt, "--openings", "random:3")
    assert out["verdict"] == "H1" and out["games"] < 200 and out["llr"] >= out["llr_bounds"][1]


def test_people_get_a_table_and_the_faults() -> None:
    start = ("match", bot("Raises"), "random", "--games", "2", "--nodes", "1", "--seed", "1", "--id", "m")
    result = run(*start, code=1)
    for text in (
        "Elo",
        "LOS",
        "pairs",
        "crash",
        "ZeroDivisionError",
        "2 games in",
        "match m in",
        "tracebacks in",
    ):
        assert text in result.stdout
    assert "2 of 2 games: +0 =0 -2" in result.stderr


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_an_engine_that_loses_every_game_by_a_fault_is_no_success(command: str) -> None:
    names = (bot("Raises"), "greedy") if command == "tournament" else (bot("Raises"),)
    result = run(command, *names, "random", "--games", "2", *QUICK, "--id", "m", code=1)
    said = f"{bot('Raises')} lost all {2 * len(names)} games to faults (crash)"
    assert result.stderr == f"hexapoda: {said}\n"
    again = run("match", "--resume", "m", "--json", "--quiet", code=1)
    assert json.loads(again.stdout)["finished"] and said in again.stderr


def test_some_faults_are_a_result(home: Path) -> None:
    """An engine that once plays a game to its end can be compared."""
    result = run("match", bot("RaisesAsWhite"), "random", "--games", "4", *QUICK, "--json")
    faults = json.loads(result.stdout)["faults"]
    assert 0 < len(faults) < 4 and "lost all" not in result.stderr


def test_the_live_table_is_drawn_on_a_terminal() -> None:
    master, terminal = pty.openpty()
    # Long enough to be drawn in the middle, too, and too even to be decided.
    command = (
        "match",
        "greedy",
        "greedy:seed=4",
        "--games",
        "40",
        "--nodes",
        "1",
        "--seed",
        "1",
        "--move-cap",
        "24",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "hexapoda.cli.app", *command, "--sprt", "0,5"],
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(master, 65536):
            shown += part
    except OSError:  # how Linux says that the other side is closed
        pass
    finally:
        os.close(master)
    assert process.wait(timeout=60) == 0
    for text in ("of 40 games", "left", "LLR", "LOS", "s/move", "depth", "pairs"):
        assert text in shown.decode()


def test_games_go_into_the_store(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    objects("match", "random", "greedy", "--games", "4", *QUICK, "--store", url)
    listed = objects("games", "list", "--store", url)
    assert sum("variant" in row for row in listed) == 4


def test_a_match_in_the_store_is_found_by_its_name(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    for name in ("one", "other"):
        objects("match", "random", "greedy", "--games", "2", *QUICK, "--store", url, "--id", name)
    *found, last = objects("games", "search", "--match", "other", "--store", url)
    assert last["total"] == 2
    assert {row["event"] for row in found} == {"other"}


def test_tournaments_from_flags_and_from_a_file(home: Path, tmp_path: Path) -> None:
    engines = ("random", "greedy", "random:seed=4")
    (out,) = objects("tournament", *engines, "--games", "2", *QUICK, "--id", "t", "-j", "2")
    assert out["format"] == "round-robin" and out["games"] == 6
    assert out["standings"][0]["name"] == "greedy"
    (out,) = objects("tournament", *engines, "--games", "2", *QUICK, "--format", "gauntlet")
    assert out["games"] == 4
    file = tmp_path / "cup.toml"
    (tmp_path / "lines.txt").write_text("wS1;bS1 wS1-\n")
    file.write_text(
        f'engines = {json.dumps(engines)}\nformat = "gauntlet"\ngames = 2\nnodes = 1\nseed = 3\n'
        'openings = "lines.txt"\nresign = [400, 2]\nvariant = "Base+M"\n"move-cap" = 300\n'
    )
    (out,) = objects("tournament", str(file), "--games", "4", "--quiet", "--id", "f")
    assert out["games"] == 8 and out["variant"] == "Base+M"
    settings = json.loads((home / "matches" / "f" / "settings.json").read_text())
    assert settings["openings"] == [["wS1", "bS1 wS1-"]]
    assert settings["adjudication"]["resign_moves"] == 2 and settings["adjudication"]["move_cap"] == 300
    assert objects("match", "--resume", "f")[0]["games"] == 8
    assert "8 games, 0 of them in this run" in run("match", "--resume", "f").stdout
    assert run("tournament", *engines, "--games", "2", *QUICK).stdout.count("\ngreedy  ") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engines = [", "is not TOML"),
        ('engnies = ["a", "b"]', "did you mean 'engines'"),
        ("games = 'x'", "wrong type"),
        ("engines = [1, 2]", "list of strings"),
        ("nodes = 1", "at least two engines"),
    ],
)
def test_bad_tournament_files(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(text)
    assert said in complaint("tournament", str(file))


def test_ratings_go_into_the_store(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    words = ["random", "greedy", "random:seed=1", "--games", "2", "--nodes", "1", "--seed", "5", "--quiet"]
    run("tournament", *words, "--id", "spring", "--store", url)
    from hexapoda.storage import Store

    with Store.open(url) as store:
        ratings = store.ratings("spring")
    assert {rating.name for rating in ratings} == {"random", "greedy", "random:seed=1"}
    assert all(rating.games == 4 for rating in ratings)
    assert [rating.elo for rating in ratings] == sorted((rating.elo for rating in ratings), reverse=True)


@pytest.mark.slow
def test_an_engine_is_rated_on_the_ladder(home: Path) -> None:
    words = ["rate", "greedy", "--within", "400", "--games", "2", *QUICK, "--id", "r"]
    (out,) = objects(*words)
    assert out["format"] == "gauntlet" and out["finished"] and out["variant"] == "Base+MLP"
    assert out["rating"]["low"] < out["rating"]["elo"] < out["rating"]["high"]
    levels = {row["name"]: row for row in out["standings"] if row["name"] != "greedy"}
    fixed = {rung.text: rung.elo for rung in LADDERS[0].rungs}
    assert len(levels) > 1 and all(row["error"] == 0 for row in levels.values())
    assert {name: row["elo"] for name, row in levels.items()} == {name: fixed[name] for name in levels}
    shown = run("rate", "--resume", "r", "--quiet").stdout
    assert f"greedy has a rating of {round(out['rating']['elo'])}, with a 95% interval from " in shown
    assert f"{out['games']} games, 0 of them in this run" in shown
    assert "alphabeta:level=9" not in shown, "opponents that were not met"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "nothing to rate: hexapoda rate ENGINE"),
        (("greedy",), "nothing limits engine 'greedy': give a time, nodes, a depth or a clock"),
        (("greedyy", "--nodes", "1"), "did you mean 'greedy'"),
        (
            ("greedy", "--resume", "r", "--within", "9"),
            "a resumed match keeps its settings: ENGINE, --within",
        ),
        (("random", "--nodes", "1", "--id", "../x"), "../x"),
    ],
)
def test_wrong_use_of_rate_is_told(home: Path, words: tuple[str, ...], said: str) -> None:
    assert said in complaint("rate", *words)
    assert not (home / "matches").exists() or not any((home / "matches").iterdir())


def test_a_rating_in_another_variant_says_what_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.cli.rate.begin_match", lambda settings, run: None)
    found = run("rate", "random", "--variant", "Base+M", "--games", "2", "--nodes", "1", "--within", "1000")
    assert "note: the levels were rated in Base+MLP; in Base+M they may lie closer together" in found.stderr


def test_a_program_that_is_not_there_loses_no_games(home: Path) -> None:
    add_external(ExternalEngine("hive", "gone", protocol="uhp", command=("/no/such/engine",)))
    error = complaint("match", "random", "gone", "--games", "4", *QUICK, "--id", "m")
    assert "engine 'gone' cannot be started: '/no/such/engine': no such file or directory" in error
    assert not (home / "matches" / "m").exists(), "a match that never began leaves nothing to go on with"


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_typo_is_no_evidence(home: Path, command: str) -> None:
    error = complaint(command, bot("Raise"), "random", "--games", "30", *QUICK, "--id", "m")
    assert f"engine {bot('Raise')!r} cannot start: " in error and "did you mean 'Raises'?" in error
    assert not (home / "matches" / "m").exists()


def test_engines_may_have_limits_of_their_own(home: Path) -> None:
    own = bot("Obedient") + ":nodes=9,time=0.5"
    names = (own, bot("Obedient"))
    limits = ("--depth", "3", "--move-cap", "20")
    text = run("match", *names, "--games", "4", *limits, "--quiet", "--id", "odds").stdout
    assert (
        f"depth 3; {own.replace('nodes=9,time=0.5', 'time=0.5,nodes=9')} has 0.5 s per move, 9 nodes" in text
    )
    games = home / "matches" / "odds" / "games.jsonl"
    first = games_of(home, "odds")
    games.write_bytes(games.read_bytes().splitlines(keepends=True)[0])
    (out,) = objects("match", "--resume", "odds")
    assert list(out["controls"].values()) == ["0.5 s per move, 9 nodes per move", "depth 3"]
    assert len(games_of(home, "odds")) == 4
    for game in [*first, *games_of(home, "odds")]:
        assert [player["engine"] for player in game["players"]] == [bot("Obedient")] * 2
        for ply, move in enumerate(game["moves"]):
            odds = ":time=0.5,nodes=9" in game["players"][ply % 2]["name"]
            told = (move.get("score"), move.get("nodes"), move.get("depth"))
            assert move.get("book") or told == ((0.5, 9, None) if odds else (None, None, 3))


def test_every_engine_of_a_tournament_may_have_its_own_limit(home: Path) -> None:
    engines = ("greedy:nodes=5", "random:seed=1,depth=2", "random:clock=9+1")
    (out,) = objects("tournament", *engines, "--games", "2", "--move-cap", "20", "--quiet")
    assert out["controls"] == {
        "greedy:nodes=5": "5 nodes per move",
        "random:seed=1,depth=2": "depth 2",
        "random:clock=9+1": "9+1 s",
    }
    for wrong, said in [
        ("greedy:nodes=0", "'greedy:nodes=0': the nodes of a search must be an integer from 1 up"),
        ("greedy:time=x", "expected a number of seconds"),
        ("greedy:time=1,clock=5", "cannot be used together"),
        ("greedy:time=1,time=2", "given twice"),
        ("random", "nothing limits engine 'random'"),
    ]:
        assert said in complaint("match", wrong, "random:nodes=1", "--quiet")
    assert "an ENGINE can have its own limit only in a match" in complaint(
        "bestmove", "hive", "--variant", "Base", "--engine", "greedy:time=2"
    )


@pytest.mark.parametrize("columns", ["80", "200"])
def test_no_digit_is_cut_whatever_the_width(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    names = (bot("Good"), "random:seed=1")
    text = run("match", *names, "--games", "2", *QUICK).stdout
    assert "\u2026" not in text and "..." not in text
    head, *rows = [line.split() for line in text.splitlines()[1:4]]
    assert [row[0] for row in rows] == list(names)
    assert all(row[-1] == "0" and "%" in row[5] for row in rows), head


def test_thin_evidence_is_said_in_words() -> None:
    text = run("match", "greedy", "random", "--games", "2", *QUICK).stdout
    assert "too few games" in text and "inf" not in text
