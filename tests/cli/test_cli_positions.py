"""The commands that work on one position: perft, moves, explain, show."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from hexapoda.files import game_file
from hexapoda.hive import Position
from hexapoda.hive.evaluation import evaluate
from tests.cli.command_line import START, WON, complaint, objects, run


def test_perft_prints_one_object_a_depth() -> None:
    rows = objects("perft", "hive", "--depth", "3")
    assert [(row["depth"], row["nodes"]) for row in rows] == [(1, 4), (2, 96), (3, 1440)]
    assert all(set(row) == {"depth", "nodes", "seconds"} and row["seconds"] >= 0 for row in rows)


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["--variant", "Base+MLP"], [7, 294]),
        (["--variant", "Base+PLM"], [7, 294]),
        (["--rule", "opening=free"], [5, 150]),
        (["--position", START], [75, None]),
        (["--position", START, "--rule", "repetition=off"], [75, None]),
    ],
)
def test_perft_counts_from_where_it_is_told(arguments: list[str], nodes: list[int | None]) -> None:
    rows = objects("perft", "hive", "-d", "2", *arguments)
    first = len(Position.from_game_string(START).legal_moves) if arguments[1] == START else nodes[0]
    assert rows[0]["nodes"] == first
    if nodes[1] is not None:
        assert rows[1]["nodes"] == nodes[1]


def test_perft_divides() -> None:
    rows = objects("perft", "hive", "--depth", "2", "--divide")
    assert rows[1]["moves"] == [{"move": name, "nodes": 24} for name in ("wA1", "wB1", "wG1", "wS1")]
    text = run("perft", "hive", "--depth", "2", "--divide").stdout
    assert "wB1" in text and "depth  2" in text and "96" in text


def test_a_finished_game_has_no_moves() -> None:
    assert objects("perft", "hive", "--depth", "1", "--position", WON)[0]["nodes"] == 0
    assert run("moves", "hive", "--position", WON).stdout == ""
    (no,) = objects("explain", "hive", "pass", "--position", WON, code=1)
    assert "over" in no["text"]


def test_moves_prints_one_object_a_move() -> None:
    rows = objects("moves", "hive", "--position", START)
    position = Position.from_game_string(START)
    assert len(rows) == len(position.legal_moves)
    assert all(set(row) == {"move", "piece", "from", "to", "kind"} for row in rows)
    queen = [row for row in rows if row["piece"] == "wQ"]
    assert {row["kind"] for row in queen} == {"move"}
    assert {tuple(row["from"]) for row in queen} == {(-1, 0)}
    placed = [row for row in rows if row["kind"] == "place"]
    assert all(row["from"] is None and len(row["to"]) == 2 for row in placed)


def test_moves_of_one_piece_in_every_notation() -> None:
    uhp = run("moves", "hive", "--position", START, "--piece", "wQ").stdout.split("\n")
    contact = run(
        "moves", "hive", "--position", START, "--piece", "wQ", "--notation", "contact"
    ).stdout.split("\n")
    compass = run(
        "moves", "hive", "--position", START, "--piece", "wQ", "--notation", "COMPASS"
    ).stdout.split("\n")
    assert all(line.startswith("wQ ") for line in uhp if line)
    assert all(line.startswith("wQ1") for line in contact if line)
    assert all(line.startswith("wq1") for line in compass if line)
    assert len(uhp) == len(contact) == len(compass) == 3
    rows = objects("moves", "hive", "--position", START, "--piece", "wQ", "--notation", "contact")
    assert all(row["move"].startswith("wQ ") and row["contact"].startswith("wQ1") for row in rows)


def test_the_pass_is_listed() -> None:
    buried = "Base White[3] - wQ@0,0 bQ@1,0 bB1@0,0^1"
    assert objects("moves", "hive", "--position", buried) == [
        {"move": "pass", "piece": None, "from": None, "to": None, "kind": "pass"}
    ]
    assert objects("explain", "hive", "pass", "--position", buried)[0]["legal"] is True
    assert objects("explain", "hive", "pass", "--position", START, code=1)[0]["legal"] is False


def test_explain_says_yes_and_no() -> None:
    [yes] = objects("explain", "hive", "wA1 /wQ", "--position", START)
    does = yes.pop("does")
    assert yes == {
        "legal": True,
        "move": "wA1 /wQ",
        "rule": None,
        "text": "wA1 /wQ is legal",
        "cells": [],
        "pieces": [],
    }
    assert (does[0]["kind"], does[0]["text"]) == ("queen-pinned", "After wA1 /wQ: the white queen is pinned.")
    assert set(does[0]) == {"text", "kind", "gains", "line", "cells", "good"}
    (no,) = objects("explain", "hive", "wS1 bS1-", "--position", START, code=1)
    assert no["legal"] is False
    assert no["rule"] == "one_hive" and no["pieces"] == ["wQ"] and no["cells"] == [[-1, 0]]
    assert "split the hive" in no["text"] and "wQ" in no["text"]
    assert run("explain", "hive", "wS1 bS1-", "--position", START, code=1).stdout.startswith("illegal: ")
    assert "legal: wA1 /wQ" in run("explain", "hive", "wA1 /wQ", "--position", START).stdout


def test_explain_follows_the_rules_it_is_told() -> None:
    assert objects("explain", "hive", "wQ", "--variant", "Base", code=1)[0]["legal"] is False
    assert objects("explain", "hive", "wQ", "--variant", "Base", "--rule", "opening=free")[0]["legal"] is True


def test_explain_refuses_what_is_no_move() -> None:
    assert "'hello'" in complaint("explain", "hive", "hello", "--variant", "Base")
    hint = complaint("explain", "hive", "wA1", "-bQ", "--variant", "Base")
    assert "quotes" in hint


def test_show_draws_writes_svg_and_json() -> None:
    text = run("show", "hive", "--position", START).stdout
    assert "wQ" in text and "Base+MLP, White[3]: InProgress" in text and "White:" in text
    svg = run("show", "hive", "--position", START, "--format", "svg").stdout
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    (value,) = objects("show", "hive", "--position", START)
    assert value["variant"] == "Base+MLP" and value["turn"] == "White" and len(value["pieces"]) == 4
    assert json.loads(run("show", "hive", "--position", START, "--format", "json").stdout) == value


def test_show_draws_coordinates() -> None:
    plain = run("show", "hive", "--position", START).stdout
    numbered = run("show", "hive", "--position", START, "--coordinates").stdout
    assert plain != numbered and "r\\q" in numbered
    drawn = run("show", "hive", "--position", START, "-f", "svg", "--coordinates").stdout
    assert drawn != run("show", "hive", "--position", START, "-f", "svg").stdout


def test_what_show_prints_can_be_read_again(tmp_path: Path) -> None:
    text = run("show", "hive", "--position", START).stdout.splitlines()[-1]
    moves = run("moves", "hive", "--position", START).stdout
    assert run("moves", "hive", "--position", text).stdout == moves
    file = tmp_path / "position.txt"
    file.write_text(f"\ufeff{START}\n", encoding="utf-8")
    assert run("moves", "hive", "--position", f"@{file}").stdout == moves
    assert run("moves", "hive", "--position", "-", stdin=START + "\r\n").stdout == moves
    assert run("moves", "hive", "--position", "-", stdin=f"\ufeff{START}".encode("utf-16")).stdout == moves


def test_stdin_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("show", "hive", "--position", "-")
    assert "unknown variant 'café'" in complaint(*asked, stdin="café".encode("latin-1"))
    monkeypatch.setattr(game_file, "MAX_BYTES", 100)
    assert "stdin is larger than" in complaint(*asked, stdin="a" * 101)
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "hexapoda", *asked],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (closed.returncode, closed.stderr.startswith("hexapoda: stdin is closed")) == (2, True), closed


def test_positions_that_are_none(tmp_path: Path) -> None:
    assert "expected a position: " in complaint("moves", "hive")
    assert "cannot be used together" in complaint("moves", "hive", "--variant", "Base", "--position", START)
    assert "cannot read" in complaint("moves", "hive", "--position", f"@{tmp_path / 'none'}")
    assert "cannot read" in complaint("moves", "hive", "--position", f"@{tmp_path}")
    assert "stdin is empty" in complaint("moves", "hive", "--position", "-", stdin="\n")
    assert "2 lines" in complaint("moves", "hive", "--position", "-", stdin="Base\nBase\n")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in complaint("moves", "hive", "--position", f"@{binary}")
    assert "ply 2" in complaint("moves", "hive", "--position", "Base;InProgress;White[2];wS1;bS1 wS2-")
    for junk in ("Base White[5] rubbish", "???", "Base;;;;"):
        complaint("moves", "hive", "--position", junk)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["pref", "hive"], "'perft'"),
        (["perft", "hvie", "-d", "1"], "'hive'"),
        (["perft", "hive", "--dept", "1"], "'--depth'"),
        (["perft", "hive", "-d", "1", "--variant", "Base+MPX"], "'Base+MP'"),
        (["perft", "hive", "-d", "1", "--rule", "openin=free"], "'opening'"),
        (["perft", "hive", "-d", "1", "--rule", "opening=fre"], "'free'"),
        (["perft", "hive", "-d", "1", "--rule", "repetition"], "repetition=on|off"),
        (["moves", "hive", "--variant", "Base", "--notation", "uph"], "'uhp'"),
        (["moves", "hive", "--variant", "Base", "--piece", "wq"], "'wQ'"),
        (["show", "hive", "--variant", "Base", "--format", "sgv"], "'svg'"),
        (["show", "hive", "--variant", "Base", "--format", "svg", "--json"], "cannot be used together"),
        (["games", "chekc", "."], "'check'"),
        (["games", "convert", "a", "b.pgn", "--format", "png"], "'pgn'"),
        (["engines", "--game", "hiv"], "'hive'"),
        (["play", "hive", "--white", "gredy"], "'greedy'"),
        (["play", "hive", "--white", "greedy:sed=1"], "'seed'"),
        (["play", "hive", "--notation", "contct"], "'contact'"),
        (["uhp", "randm"], "random"),
    ],
)
def test_did_you_mean(arguments: list[str], meant: str) -> None:
    result = run(*arguments, code=2)
    assert meant in result.stderr


@pytest.mark.parametrize("depth", ["0", "-1", "x", ""])
def test_perft_refuses_depths(depth: str) -> None:
    assert "depth" in complaint("perft", "hive", "--depth", depth)


def test_eval_lists_the_terms_of_a_position() -> None:
    (value,) = objects("eval", "hive", "--position", START)
    evaluation = evaluate(Position.from_game_string(START))
    assert 0 < value["win_probability"] < 1
    assert set(value) == {"win_probability", "score", "white", "turn", "state", "terms"}
    assert (value["score"], value["white"]) == (evaluation.score, evaluation.white)
    assert (value["turn"], value["state"]) == ("White", "InProgress")
    assert sum(term["balance"] for term in value["terms"]) == value["white"]
    assert [term["name"] for term in value["terms"]] == [term.name for term in evaluation.terms]
    assert all(term["balance"] == term["white"] - term["black"] for term in value["terms"])
    assert value["terms"][0]["label"] == "free cells around the queen"


def test_eval_shows_terms_that_are_something() -> None:
    estimate = run("eval", "hive", "--position", START).stdout.splitlines()
    short = run("eval", "hive", "--position", START, "--terms").stdout.splitlines()
    everything = run("eval", "hive", "--position", START, "--all").stdout.splitlines()
    terms = evaluate(Position.from_game_string(START)).terms
    assert estimate[0] == "the estimate of the network" and len(estimate) == 2
    assert len(everything) == len(terms) + 5
    assert len(short) == sum(bool(term.white or term.black) for term in terms) + 5 < len(everything)
    assert short[-2:] == everything[-2:] == estimate
    assert "expected a position: " in complaint("eval", "hive")
    started = run("eval", "hive", "--variant", "Base+M", "--rule", "opening=free").stdout
    assert "for White, the side to move" in started
    over = run("eval", "hive", "--position", WON).stdout.splitlines()
    assert over[-1] == "the game is over (WhiteWins), which the evaluation ignores"


def test_moves_of_hex() -> None:
    rows = objects("moves", "hex", "--position", "3x2 swap=sides b1")
    assert [row["move"] for row in rows] == ["a1", "c1", "a2", "b2", "c2", "swap-sides"]
    assert rows[3] == {"move": "b2", "kind": "place", "cell": [1, 1]}
    assert rows[5] == {"move": "swap-sides", "kind": "swap-sides", "cell": None}
    assert run("moves", "hex", "--position", "3x2 b1 b2 a2").stdout == "", "the game is over"
    assert run("moves", "hex", "--variant", "2x2").stdout.split() == ["a1", "b1", "a2", "b2"]
    assert "Hex has no named pieces" in complaint("moves", "hex", "--variant", "2x2", "--piece", "x")
    assert "not one of cell" in complaint("moves", "hex", "--variant", "2x2", "--notation", "x")


def test_perft_of_hex() -> None:
    rows = objects("perft", "hex", "-d", "2")
    assert [row["nodes"] for row in rows] == [121, 121 * 120]
    rows = objects("perft", "hex", "-d", "2", "--variant", "2", "--rule", "swap=pieces", "--divide")
    assert rows[1]["moves"] == [{"move": name, "nodes": 4} for name in ("a1", "a2", "b1", "b2")]
    assert "a2" in run("perft", "hex", "-d", "1", "--variant", "2x2", "--divide").stdout
    assert objects("perft", "hex", "-d", "1", "--position", "2x2 a1 b1 a2")[0]["nodes"] == 0


def test_explain_of_hex() -> None:
    (yes,) = objects("explain", "hex", "C3", "--variant", "7x7")
    assert (yes["legal"], yes["move"], yes["text"]) == (True, "c3", "c3 is legal")
    (no,) = objects("explain", "hex", "c3", "--position", "7x7 c3", code=1)
    assert (no["rule"], no["cells"], no["pieces"]) == ("occupied", [[2, 2]], [])
    (no,) = objects("explain", "hex", "h1", "--position", "7x7 c3", code=1)
    assert (no["rule"], no["cells"]) == ("off_board", [[7, 0]])
    (no,) = objects("explain", "hex", "swap", "--variant", "7x7", "--rule", "swap=sides", code=1)
    assert (no["rule"], no["cells"]) == ("swap_not_now", [])
    assert "'hello'" in complaint("explain", "hex", "hello", "--variant", "7x7")


def test_show_of_hex() -> None:
    game = "5x5 swap=pieces a2 swap-pieces c3"
    lines = run("show", "hex", "--position", game).stdout.splitlines()
    board = lines[1:-4]
    assert [line.strip() for line in board if "B" in line or "W" in line] == [
        "1 . - W - . - . - . 1",
        "3 . - . -[B]- . - . 3",
    ]
    assert lines[-1] == game
    (value,) = objects("show", "hex", "--position", game)
    assert value["stones"] == {"Black": [[2, 2]], "White": [[1, 0]]} and value["text"] == game
    assert (value["turn"], value["player"], value["ply"], value["state"]) == ("White", 1, 3, "InProgress")
    (won,) = objects("show", "hex", "--position", "2x2 swap=sides a1 swap a2 b1 b2")
    assert (won["state"], won["winning_chain"]) == ("BlackWins", [[0, 1], [1, 1]])  # by player
    assert won["sides_swapped"] is True and won["player"] == 1


def test_eval_of_hex() -> None:
    (found,) = objects("eval", "hex", "--position", "11x11 f6 e5")
    assert 0.5 < found["win_probability"] < 1 and not found["proven"]
    assert found["turn"] == "Black" and "prove no winner" in found["notes"][1]
    won = "5x5 c2 a1 c4 a2"
    (proven,) = objects("eval", "hex", "--position", won)
    assert (proven["win_probability"], proven["proven"]) == (1.0, True)
    lines = run("eval", "hex", "--position", won).stdout.splitlines()
    assert lines == [
        "virtual connections join Black's edges, so Black wins",
        "100.0% for Black, the side to move",
    ]
    over = run("eval", "hex", "--position", "2x2 a1 b1 a2").stdout
    assert over == "the game is over (BlackWins)\n"
    (large,) = objects("eval", "hex", "--position", "14x14 " + large_ladder())
    assert large["proven"]
    assert "hex has no static evaluation of this position" in complaint("eval", "hex", "--variant", "20x20")


def large_ladder() -> str:
    """Black has stones all over a file but for one bridge, White some on another."""
    black = [f"g{row}" for row in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14)]
    white = [f"a{row}" for row in range(1, 14)]
    return " ".join(text for pair in zip(black, white, strict=True) for text in pair)


def test_positions_of_hex_that_are_none() -> None:
    assert "ply 2" in complaint("moves", "hex", "--position", "7x7 a1 a1")
    assert "'27x7'" in complaint("moves", "hex", "--variant", "27x7")
    assert "expected a square board" in complaint("moves", "hex", "--variant", "7x6", "--rule", "swap=pieces")
    assert "'pieces'" in complaint("moves", "hex", "--variant", "7x7", "--rule", "swap=piece")
