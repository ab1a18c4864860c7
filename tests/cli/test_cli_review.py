"""The command `review`: what it prints and writes, how it is broken off and gone on with."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.cli import review_run
from hexapoda.files import output_file
from hexapoda.hive import analysis as hive_analysis
from hexapoda.record import PlayerRecord, format_game, read_games, write_games
from tests.cli.command_line import WON, complaint, objects, run
from tests.fakes.scripted_engine import RESIGNED

FAKES = Path(__file__).parents[1] / "fakes" / "scripted_engine.py"
REAL = Path(__file__).parents[1] / "analysis" / "data" / "boardspace.pgn"
SCRIPTED = f"{FAKES}:Scripted"
DEADLINE = 60


@pytest.fixture(autouse=True)
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the scripts say of positions is not true: the solver would object."""
    monkeypatch.setattr(hive_analysis, "new_prover", lambda: None)
    monkeypatch.setattr(hive_analysis, "OPENING", 0)  # the games of the scripts are short


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(RESIGNED + "\n", encoding="utf-8")
    return "game.txt"


def review(*arguments: str, engine: str = SCRIPTED, code: int = 0) -> str:
    return run("review", *arguments, "--engine", engine, code=code).stdout


def test_the_table(game: str) -> None:
    text = review(game, "--quiet")
    lines = text.splitlines()
    assert lines[0] == "White - Black  0-1"
    assert lines[1].startswith("Base, 10 plies; ") and "0.5 s a position" in text
    assert lines[2] == "Opening: spider against spider: J, Black's queen off the line"
    assert " no.  move         eval  White  loss               better" in lines
    assert "                  +0.10    51%" in lines
    assert "   1  wS1         +0.10    51%        best" in lines
    assert "   3  bA1 bQ-?    +1.20    62%   12%  mistake      bQ bS1-, wB1 wS1, bQ bS1\\" in lines
    assert "   4  bA1 -wQ        #5   100%        best" in lines
    assert "   5  wA1 wQ\\??   -3.00    23%   77%  missed win   wA1 \\wB1, bA1 wQ\\, wA2 \\wA1" in lines
    assert "eval (in points) and % are for White; #5: White wins by force within 5 plies" in lines
    assert "White   ▅▅▅▅▅▅▅█▂▂" in lines
    assert "errors       ?  ?" in lines
    sides = next(line.split() for line in lines if line.startswith("missed wins"))
    assert sides == ["missed", "wins", "1", "0"]
    assert lines.count("Mistakes") == 1
    said = lines.index("   5. White wA1 wQ\\??  Missed win: wA1 \\wB1 wins by force in at most 5 plies;")
    assert lines[said + 1 : said + 4] == [
        "      after wA1 wQ\\ no win is proven, and the win probability is 23%.",
        "      better: wA1 \\wB1, bA1 wQ\\, wA2 \\wA1",
        "      reply:  bB1 -bA1, wA1 bA1\\, bB2 \\bB1",
    ]
    said = lines.index("   3. Black bA1 bQ-?  Mistake: the win probability falls from 50% to 38%.")
    assert lines[said + 1 : said + 3] == [
        "      better: bQ bS1-, wB1 wS1, bQ bS1\\",
        "      reply:  wB1 wS1, bA1 -wQ, wA1 wQ\\",
    ]
    assert "> Black: bS2 bB1 bB2 bG1 bG2 bG3 bA1 bA2 bA3" in lines, "the board before the mistake"
    assert "> Black: " not in review(game, "--quiet", "--no-boards")
    assert "Forced wins missed by White: 5. wA1 wQ\\ (wA1 \\wB1 wins)" in lines
    assert max(map(len, lines[2:])) <= 80 and not any(line != line.rstrip() for line in lines)


def test_the_width_is_used_for_lines(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert "mistake      bQ bS1-\n" in review(game, "--quiet")
    monkeypatch.setenv("COLUMNS", "120")
    assert "mistake      bQ bS1-, wB1 wS1, bQ bS1\\\n" in review(game, "--quiet")


def test_names_and_figures_are_whole_in_a_pipe(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    names = [f"{engine}:" + "option=1," * 6 + "seed=2" for engine in ("alphabeta", "expectimax")]
    [tree] = read_games(game)
    tree.header = replace(tree.header, players=(PlayerRecord(names[0]), PlayerRecord(names[1])))
    write_games([tree], "named.pgn")
    lines = review("named.pgn", "--quiet").splitlines()
    head = lines.index(f"{'':<20}  White {names[0]}  Black {names[1]}")
    assert lines[head + 1].split()[0] == "accuracy" and lines[head + 1].count("%") == 2
    assert {len(line) for line in lines[head : head + 10]} == {len(lines[head])}, "figures stand on the right"


def test_progress_goes_to_stderr(game: str) -> None:
    result = run("review", game, "--engine", SCRIPTED)
    assert result.stderr.count("\n") == 10 and "6 of 10 moves: 3. bA1 bQ-, mistake\n" in result.stderr
    assert run("review", game, "--engine", SCRIPTED, "--quiet").stderr == ""


def test_json(game: str) -> None:
    *moves, summary = objects("review", game, "--engine", SCRIPTED, "--out", "out.pgn", "--quiet")
    assert [move["ply"] for move in moves] == list(range(1, 11))
    for move in moves:
        remarks = move.pop("remarks")
        assert move.pop("reason") == " ".join(remark["text"] for remark in remarks)
        assert not remarks or move["judgment"] not in ("best", "good")
    assert moves[5] == {
        "ply": 6,
        "player": "Black",
        "move": "bA1 bQ-",
        "judgment": "mistake",
        "best": "bQ bS1-",
        "line": ["bQ bS1-", "wB1 wS1", "bQ bS1\\"],
        "score_before": 0.0,
        "win_in_before": None,
        "win_probability_before": 0.5,
        "score_after": -120.0,
        "win_in_after": None,
        "win_probability_after": 0.3823,
        "win_probability_loss": 0.1177,
        "loss": 1.2,
        "missed_win": None,
        "allowed_win": None,
        "only": False,
        "depth": 7,
        "reply": ["wB1 wS1", "bA1 -wQ", "wA1 wQ\\"],
    }
    assert (moves[8]["judgment"], moves[8]["missed_win"], moves[8]["win_in_before"]) == ("missed win", 5, 5)
    assert (summary["result"], summary["ending"], summary["remark"]) == ("0-1", "unknown", "")
    assert (summary["plies"], summary["reviewed"], summary["complete"]) == (10, 10, True)
    assert summary["limit"] == {"time": 0.5, "depth": None, "nodes": None}
    assert summary["file"] == "out.pgn" and summary["scale"] == 250
    white, black = summary["players"]
    assert (white["player"], white["worst"], white["missed_wins"]) == ("White", [9], [9])
    assert black["counts"] == {
        **{"best": 4, "good": 0, "inaccuracy": 0, "mistake": 1, "blunder": 0},
        **{"missed win": 0, "allowed win": 0},
    }


def test_the_file_that_is_written(game: str) -> None:
    assert "written to out.pgn\n" in review(game, "--out", "out.pgn", "--quiet")
    [tree] = read_games("out.pgn")
    assert format_game(tree, "gamestring").strip() == RESIGNED.replace("BlackWins", "InProgress")
    glyphs = {node.ply: node.glyphs for node in tree.main_line() if node.glyphs}
    assert glyphs == {6: "?", 9: "??"}
    text = Path("out.pgn").read_text(encoding="utf-8")
    review("out.pgn", "--out", "again.pgn", "--quiet")
    assert Path("again.pgn").read_text(encoding="utf-8").replace("out.pgn", "game.txt") == text
    assert sorted(path.name for path in Path().iterdir()) == ["again.pgn", "game.txt", "out.pgn"]


def test_options_reach_the_review(game: str) -> None:
    options = ["--time", "3", "--nodes", "7", "--depth", "2", "--scale", "120", "--moves", "3-4"]
    *moves, summary = objects("review", game, "--engine", SCRIPTED, *options, "--quiet")
    assert [move["ply"] for move in moves] == [5, 6, 7, 8] and moves[1]["judgment"] == "blunder"
    assert summary["limit"] == {"time": 3.0, "nodes": 7, "depth": 2} and summary["scale"] == 120
    for moves_option, first, last in (("4-", 7, 10), ("-2", 1, 4), ("4", 7, 8)):
        *moves, _ = objects("review", game, "--engine", SCRIPTED, "--moves", moves_option, "--quiet")
        assert (moves[0]["ply"], moves[-1]["ply"]) == (first, last)


def test_the_default_engine_is_strong_and_repeats_itself(game: str) -> None:
    options = ["review", game, "--nodes", "300", "--moves", "1-2", "--quiet"]
    *moves, summary = objects(*options)
    assert summary["engine"] == "alphabeta:seed=0" and len(moves) == 4
    again = objects(*options)
    assert again[:4] == moves
    assert objects("review", game, "--engine", "greedy:seed=5", "--quiet")[-1]["engine"] == "greedy:seed=5"


def test_a_game_from_stdin_and_one_of_several(game: str) -> None:
    result = run("review", "-", "--engine", SCRIPTED, "--quiet", stdin=RESIGNED + "\n")
    assert result.stdout == review(game, "--quiet")
    Path("two.txt").write_text(f"{WON}\n{RESIGNED}\n", encoding="utf-8")
    assert review("two.txt", "--game-number", "2", "--quiet") == result.stdout
    assert "'two.txt' contains 2 games: choose one with --game-number" in complaint("review", "two.txt")


def test_the_opening_in_the_store(game: str, tmp_path: Path) -> None:
    other = (
        RESIGNED.rpartition(";")[0]
        .replace("BlackWins;White[6]", "WhiteWins;Black[5]")
        .replace(";wA1 wQ\\", ";wA1 \\wB1")
    )
    Path("two.txt").write_text(f"{RESIGNED}\n{other}\n", encoding="utf-8")
    run("games", "import", "two.txt", "--store", "here.db")
    text = review(game, "--quiet", "--store", "here.db")
    assert (
        "\n8 plies known from 2 games, in which White scored 50%; 5. wA1 wQ\\ occurs in at most one game.\n"
        in text
    )
    summary = objects("review", game, "--engine", SCRIPTED, "--quiet", "--store", "here.db")[-1]
    assert summary["opening"] == {"plies": 8, "games": 2, "score": 0.5, "new_move": "wA1 wQ\\"}
    assert " known from " not in review(game, "--quiet"), "the user has no store"


HEX = "5x5 b2 c3 c2 d1 a5 d3 c4"


def test_a_game_of_hex(game: str) -> None:
    Path("hex.txt").write_text(HEX + "\n", encoding="utf-8")
    options = ["--quiet", "--nodes", "200", "--out", "out.sgf"]
    text = run("review", "hex.txt", *options).stdout
    lines = text.splitlines()
    assert lines[0] == "Black - White  *" and "rave:seed=0" in lines[1]
    assert " no.  move" in lines[4] and "  Black  loss " in lines[4]
    assert not any("points" in line for line in lines)
    assert "% is for Black; #: Black wins by force, -#: loses by force" in lines
    [tree] = read_games("out.sgf")
    assert [node.text for node in tree.main_line()] == HEX.split()[1:]
    assert any("[%review" in comment for node in tree.main_line() for comment in node.comments)
    again = run("review", "out.sgf", "--resume", "--quiet").stdout
    assert again == text
    assert "a review of hex is written as .sgf" in complaint("review", "hex.txt", "--out", "out.pgn")


def test_it_can_be_interrupted_and_gone_on_with(game: str) -> None:
    review(game, "--out", "whole.pgn", "--quiet")
    result = run("review", game, "--engine", f"{FAKES}:Interrupted", "--out", "a b.pgn", code=130)
    assert "   3  wB1 \\wS1" in result.stdout and "   4  " not in result.stdout
    assert (
        "interrupted after 5 of 10 moves; resume with:\n  hexapoda review 'a b.pgn' --resume" in result.stderr
    )
    part = Path("a b.pgn").read_text(encoding="utf-8")
    assert "5. wB1 \\wS1 {[%eval" in part and "10. bB1 -bA1\n" in part
    Path("a b.pgn").write_text(part.replace(":Interrupted", ":Scripted"), encoding="utf-8")
    *moves, summary = objects("review", "a b.pgn", "--resume", "--quiet")
    assert len(moves) == 10 and summary["complete"] and summary["file"] == "a b.pgn"
    assert Path("a b.pgn").read_text(encoding="utf-8") == Path("whole.pgn").read_text(encoding="utf-8")


def test_an_interrupt_without_a_file_says_what_would_help(game: str) -> None:
    result = run("review", game, "--engine", f"{FAKES}:Interrupted", "--quiet", code=130)
    assert result.stderr == (
        "hexapoda: interrupted after 5 of 10 moves; only a review with --out FILE can be resumed\n"
    )


def test_an_engine_that_fails_leaves_what_was_done(game: str) -> None:
    result = run("review", game, "--engine", f"{FAKES}:Failing", "--out", "out.pgn", "--quiet", code=2)
    assert "   3  wB1 \\wS1" in result.stdout
    assert "no more" in result.stderr and "hexapoda review out.pgn --resume" in result.stderr
    assert "5. wB1 \\wS1 {[%eval" in Path("out.pgn").read_text(encoding="utf-8")
    result = run("review", game, "--engine", f"{FAKES}:Silent", "--out", "no.pgn", "--quiet", code=2)
    assert "does not report a score" in result.stderr and result.stdout == ""
    assert "review ended" not in result.stderr
    assert not Path("no.pgn").exists()


def test_less_than_there_was_is_not_written(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    review(game, "--out", "out.pgn", "--quiet")
    text = Path("out.pgn").read_text(encoding="utf-8")

    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(review_run, "review_game", interrupted)
    assert run("review", "out.pgn", "--resume", code=130).stdout == ""
    assert Path("out.pgn").read_text(encoding="utf-8") == text


def test_long_reviews_are_written_on_the_way(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(review_run, "_SAVED", -1.0)
    monkeypatch.setattr(review_run, "write_text", lambda path, text, force: written.append(text))
    review(game, "--out", "out.pgn", "--quiet")
    assert len(written) == 11 and [text.count("[%review best #") for text in written[:3]] == [1, 2, 3]


def test_a_file_that_cannot_be_written_loses_no_result(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(output_file, "replacing", full)
    result = run("review", game, "--engine", SCRIPTED, "--out", "out.pgn", "--quiet", code=2)
    assert "Mistakes\n" in result.stdout
    assert "cannot write 'out.pgn': no space left on device" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_while_the_engine_thinks(game: str) -> None:
    command = [
        "review",
        game,
        "--engine",
        f"{FAKES}:Deep",
        "--out",
        "out.pgn",
        "--time",
        str(2 * DEADLINE),
        "--nodes",
        "1",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", *command, "--quiet"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == 130 and "Traceback" not in done.stderr
    assert "interrupted after 5 of 10 moves" in done.stderr and "   3  wB1" in done.stdout
    assert "5. wB1 \\wS1 {[%eval" in Path("out.pgn").read_text(encoding="utf-8")


def test_without_utf8_and_colors(game: str) -> None:
    command = ("review", game, "--engine", SCRIPTED, "--nodes", "10", "--quiet")
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", *command],
        capture_output=True,
        timeout=DEADLINE,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "FORCE_COLOR": "1", "NO_COLOR": "1"},
    )
    text = done.stdout.decode("ascii")
    assert "\x1b[1m" in text and "\x1b[3" not in text and "\x1b[38" not in text
    assert "White   =======#..\n" in text and "\\u" not in text


def test_a_whole_game_by_the_default_engine(game: str) -> None:
    *moves, summary = objects("review", str(REAL), "--nodes", "500", "--quiet", "--out", "out.pgn")
    assert len(moves) == 88 and summary["complete"]
    assert moves[-1]["win_in_after"] == 1 and moves[-1]["win_probability_after"] == 1
    [written] = read_games("out.pgn")
    [original] = read_games(REAL)
    texts = [[node.text for node in tree.main_line()] for tree in (written, original)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["game.txt", "--moves", "7-5"], "moves 7-5 are not in the game, which has 5: expected 1-5"),
        (["game.txt", "--moves", "11-"], "moves 11- are not in the game"),
        (["game.txt", "--moves", "a-b"], "--moves 'a-b': expected moves such as 10-20"),
        (["game.txt", "--moves", "-"], "--moves '-'"),
        (["game.txt", "--moves", "²-3"], "--moves"),
        (["game.txt", "--scale", "0"], "scale 0: expected a score above 0"),
        (["game.txt", "--engine", "nobody"], "no hive engine is called 'nobody'"),
        (["game.txt", "--out", "out.txt"], "a review of hive is written as .pgn"),
        (["game.txt", "--out", "no/out.pgn"], "there is no such folder"),
        (["game.txt", "--resume"], "'game.txt' is not a review"),
        (["game.txt", "--resume", "--nodes", "5"], "keeps its settings: --nodes cannot be given"),
        (["game.txt", "--resume", "-n", "1"], "keeps its settings: --game-number cannot be given"),
        (["-", "--resume"], "stdin cannot be resumed"),
        (["nowhere.txt"], "cannot read 'nowhere.txt'"),
        (["bad.txt"], "bad.txt: line 1, ply 3 'wQ bS1/'"),
        (["empty.txt"], "the game has no moves"),
    ],
)
def test_mistakes(game: str, arguments: list[str], message: str) -> None:
    Path("bad.txt").write_text("Base;InProgress;White[2];wS1;bS1 wS1-;wQ bS1/\n", encoding="utf-8")
    Path("empty.txt").write_text("Base;NotStarted;White[1]\n", encoding="utf-8")
    stdin = RESIGNED if arguments[0] == "-" else None
    assert message in complaint("review", *arguments, "--quiet", stdin=stdin)


def test_where_a_resumed_review_is_written(game: str) -> None:
    review(game, "--out", "out.pgn", "--quiet")
    text = Path("out.pgn").read_text(encoding="utf-8")
    for name, message in (("out.txt", "is written as .pgn"), ("no/out.pgn", "there is no such folder")):
        assert message in complaint("review", "out.pgn", "--resume", "--quiet", "--out", name)
        assert not Path(name).exists()
    for name in ("out.pgn", "other.pgn"):
        run("review", "out.pgn", "--resume", "--quiet", "--out", name)
        assert Path(name).read_text(encoding="utf-8") == text


def test_the_original_is_never_overwritten(game: str) -> None:
    review(game, "--out", "out.pgn", "--quiet")
    text = Path("out.pgn").read_text(encoding="utf-8")
    assert "would overwrite the game" in complaint("review", "out.pgn", "--out", "./out.pgn")
    assert Path("out.pgn").read_text(encoding="utf-8") == text
