"""Hex in the terminal game: scripts of people and engines, the swap, files, resuming."""

import json
from pathlib import Path

import pytest

from tests.terminal.emulator import Emulator
from tests.terminal.test_terminal_script import home, play, script

__all__ = ["home"]

WON = ["b1", "a1", "b2", "a2", "b3"]


def test_two_people_and_the_chain_that_wins(home: Path) -> None:
    out, _ = play(home, script(WON), "hex", "--size", "3")
    assert "Hex 3x3   Black: human   White: human   turn 1" in out
    assert "Black 2> b2" in out
    assert "*** Black wins: top and bottom are joined ***" in out
    assert "Black's chain: b1 b2 b3" in out
    assert "     3 . -[b]- . 3" in out


@pytest.mark.parametrize("engine", ["random", "bruteforce", "montecarlo", "mcts", "rave"])
def test_every_engine_plays(home: Path, engine: str) -> None:
    arguments = (
        "hex",
        "--size",
        "4x3",
        "--black",
        engine,
        "--white",
        "random",
        "--seed",
        "1",
        "--time",
        "0.05",
    )
    out, _ = play(home, "", *arguments)
    assert f"Black: {engine}   White: random" in out
    assert " wins: " in out


def test_the_same_seed_is_the_same_game_in_json(home: Path) -> None:
    arguments = ("hex", "--size", "4", "--white", "montecarlo", "--black", "mcts", "--seed", "2", "--json")
    first, second = (play(home, "", *arguments)[0] for _ in range(2))
    assert first == second
    *moves, result = [json.loads(line) for line in first.splitlines()]
    assert [move["player"] for move in moves[:2]] == ["Black", "White"]
    assert moves[0]["by"] == "mcts:seed=2"
    assert result["result"] == f"{result['winner']}Wins"
    assert result["plies"] == len(moves)
    assert result["game"].startswith("4x4")


def test_a_swap_of_sides_changes_the_names(home: Path) -> None:
    out, _ = play(home, script(["b2", "swap-sides", "a1", "resign"]), "hex", "--size", "3", "--swap", "sides")
    assert "White 1> swap-sides" in out
    assert "White 2> a1" in out
    assert "*** White wins: Black resigns ***" in out
    out, err = play(home, script(["b2", "swap-sides"]), "hex", "--size", "3", code=1)
    assert "swap" in err


def test_commands(home: Path) -> None:
    lines = ["b1", "moves", "3", "why a1", "1", "undo 1", "hint", "1", "history", "why b1", "help", "quit"]
    out, _ = play(home, script(lines), "hex", "--size", "3", "--time", "0.1")
    assert "  1 a1" in out
    assert "8 moves: type the number of one to play it" in out
    assert "White: a2" in out
    assert "a1 is legal; type 1 to play it" in out
    assert "1 ply taken back" in out
    assert "hint: 1 " in out
    assert "  1. b1            a2" in out
    assert "already" in out or "occupied" in out
    assert "swap-pieces" in out
    assert "notation" not in out
    _, err = play(home, script(["moves wA1"]), "hex", "--size", "3", code=2)
    assert "Hex has no pieces" in err


def test_files_and_resuming(home: Path, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("game.sgf", "game.hexworld", "game.txt", "game.json")]
    play(home, script(["b2", "a3", *(f"save {name}" for name in names), "quit"]), "hex", "--size", "4")
    for name in names:
        out, _ = play(home, script([f"load {name}", "history", "quit"]), "hex")
        assert "  1. b2            a3" in out, name
    out, err = play(home, script(["c3", "resign"]), "hex", "--resume")
    assert "going on with the game: 4x4, human against human, turn 2" in out or "c3" in out
    assert "White wins: Black resigns" in out or "Black wins: White resigns" in out
    assert not err


def test_options_of_hex_are_for_hex_alone(home: Path) -> None:
    assert "for hex alone" in play(home, "", "hive", "--size", "5", code=2)[1]
    assert "for hex alone" in play(home, "", "--swap", "sides", code=2)[1]
    assert "exclude" in play(home, "", "hex", "--size", "5", "--variant", "5x5", code=2)[1]
    assert "27" in play(home, "", "hex", "--size", "27", code=2)[1]
    assert "uhp" in play(home, "", "hex", "--notation", "uhp", code=2)[1]


def test_the_menu_asks_for_board_and_swap(home: Path) -> None:
    with Emulator(["play"], home) as terminal:
        terminal.see("Which game?")
        terminal.type("hex")
        terminal.see("Which board?")
        terminal.type("7x7")
        terminal.see("take the first stone over?")
        terminal.type("2")
        terminal.see("Who plays?")
        terminal.type("2")
        terminal.prompted("Black 1> ")
        assert "Hex 7x7   swap pieces" in terminal.text
        terminal.type("d4")
        terminal.prompted("White 1> ")
        terminal.type("swap-pieces")
        terminal.prompted("Black 2> ")
        assert "W" in terminal.text
        terminal.type("quit")
        assert terminal.end() == 0
