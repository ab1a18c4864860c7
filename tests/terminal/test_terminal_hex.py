"""Hex in the terminal game: scripts of people and engines, the swap, files, resuming."""

import json
import re
from pathlib import Path

import pytest

from hexapoda.games.answer import Answer
from hexapoda.hex import Position, Swap
from hexapoda.hex.draw.scene import HexScene
from hexapoda.hex.game import HEX
from hexapoda.text.span import plain
from tests.terminal.emulator import Emulator
from tests.terminal.test_terminal_script import home, play, script

__all__ = ["home"]

SEEDED = ("--seed", "1")
WON = ["b1", "a1", "b2", "a2", "b3"]


def test_two_people_and_the_chain_that_wins(home: Path) -> None:
    out, _ = play(home, script(WON), "hex", "--size", "3")
    assert "Hex 3x3   Black: human   White: human   turn 1" in out
    assert "Black 3> b2" in out
    assert "*** Black wins: the black edges are joined ***" in out
    assert "Black's chain: b1 b2 b3" in out
    assert "     3 . -[b]- . 3" in out


@pytest.mark.parametrize("engine", ["random", "bruteforce", "montecarlo", "mcts", "rave"])
def test_every_engine_plays(home: Path, engine: str) -> None:
    out, _ = play(
        home, "", "hex", "--size", "4x3", "--black", engine, "--white", "random", *SEEDED, "--time", "0.05"
    )
    assert f"Black: {engine}   White: random" in out
    told, won = out.splitlines()[-2:]
    # The strong engine knows how such a small board ends without a playout.
    playouts = {"random": "", "rave": "(, [0-9,]+ playouts)?"}.get(engine, ", [0-9,]+ playouts")
    assert re.fullmatch(rf"per move: Black [0-9.]+ s{playouts}; White [0-9.]+ s", told)
    assert re.fullmatch(r"\*\*\* (Black|White) wins: .* are joined \*\*\*", won)


@pytest.mark.parametrize(("engine", "told"), [("montecarlo", "40,704 playouts"), ("random", "")])
def test_an_engine_tells_its_estimate_and_its_work(home: Path, engine: str, told: str) -> None:
    out, _ = play(home, script(["d4", "quit"]), "hex", "--size", "7", "--white", engine, *SEEDED)
    line = re.search(rf"^White \({engine}\): ([a-g][1-7])( \(.*)?$", out, re.MULTILINE)
    assert line is not None
    if told:
        assert re.fullmatch(rf" \([0-9.]+% to win, {told}, [0-9.]+ s\)", line[2])
    else:
        assert line[2] is None


def test_brute_force_refuses_what_would_take_years(home: Path) -> None:
    out, complaint = play(home, "", "hex", "--size", "7", "--black", "bruteforce", code=2)
    assert "bruteforce would have to fill 49 free cells in 6.3e+13 ways, which takes about" in complaint
    assert "--resume" not in out


def test_an_engine_may_resign(home: Path, tmp_path: Path) -> None:
    bot = tmp_path / "tired.py"
    bot.write_text(
        "from hexapoda.engine import Engine\n"
        "from hexapoda.errors import EngineResigned\n"
        "class Tired(Engine):\n"
        "    name = 'tired'\n"
        "    def search(self, position, limit, on_info=None):\n"
        "        raise EngineResigned('enough')\n",
        encoding="utf-8",
    )
    out, _ = play(home, script(["b2"]), "hex", "--size", "3", "--white", f"{bot}:Tired")
    assert out.endswith("*** Black wins: White resigns ***\n")


def test_the_same_seed_is_the_same_game_in_json(home: Path) -> None:
    arguments = ("hex", "--size", "3", "--white", "montecarlo", "--black", "mcts:playouts=500", "--seed", "2")
    first, second = (play(home, "", *arguments, "--json")[0] for _ in range(2))
    assert first == second
    *moves, result = [json.loads(line) for line in first.splitlines()]
    assert [move["player"] for move in moves[:2]] == ["Black", "White"]
    assert moves[0]["by"] == "mcts:playouts=500,seed=2"
    assert result["result"] == f"{result['winner']}Wins"
    assert result["plies"] == len(moves)
    assert result["game"].startswith("3x3")


def test_a_swap_of_sides_changes_the_names(home: Path) -> None:
    out, _ = play(home, script(["b2", "swap-sides", "a1", "resign"]), "hex", "--size", "3", "--swap", "sides")
    assert "White 2> swap-sides" in out
    assert "White 3> a1" in out
    assert "*** White wins: Black resigns ***" in out
    moves = script(["b2", "swap-sides", "a1", "resign"])
    out, _ = play(home, moves, "hex", "--size", "3", "--swap", "sides", "--json")
    result = json.loads(out.splitlines()[-1])
    assert (result["result"], result["winner"]) == ("BlackWins", "Black")  # by player
    out, err = play(home, script(["b2", "swap-sides"]), "hex", "--size", "3", code=1)
    assert "swap" in err


def test_the_swap_is_offered_to_who_may_have_it(home: Path) -> None:
    offers: list[tuple[Swap, str]] = [
        ("pieces", "or swap (the stone becomes yours), or: hint  undo  help  quit"),
        ("sides", "or swap (you take its color), or: hint  undo  help  quit"),
    ]
    for swap, words in offers:
        position = Position("5x5", swap=swap)
        assert "swap" not in HEX.wording.prompt(position)
        position.push(position.parse_move("b2"))
        assert words in HEX.wording.prompt(position)
        position.push(position.parse_move("swap"))
        assert "swap" not in HEX.wording.prompt(position)


def test_commands(home: Path) -> None:
    lines = [
        "b1",
        "moves",
        "3",
        "why a1",
        "1",
        "undo 1",
        "hint",
        "1",
        "history",
        "why b1",
        "help",
        "help save",
        "quit",
    ]
    out, _ = play(home, script(lines), "hex", "--size", "3", "--time", "0.1")
    assert "  1 a1" in out
    assert "8 moves: type a number to play one" in out
    assert "White: a2" in out
    assert "a1 is legal; type 1 to play it" in out
    assert "1 move undone" in out
    assert re.search(
        r"^hint: 1 [abc][123] \((proven (win|loss) (with)?in|[0-9.]+% to win)", out, re.MULTILINE
    )
    assert "  1. b1            a2" in out
    assert "b1 is occupied by a black stone" in out
    assert "save FILE: write the game: .sgf, .hexworld for a link" in out
    assert "undo  redo  draw" in out
    assert "piece" not in out
    assert "notation" not in out
    _, err = play(home, script(["moves wA1"]), "hex", "--size", "3", code=2)
    assert "expected moves or moves all" in err


def test_why_not(home: Path) -> None:
    out, _ = play(home, script(["why z9", "why swap", "b1", "why b1", "quit"]), "hex", "--size", "3")
    assert "z9 is off the board: the cells of 3x3 are a1 to c3" in out
    assert "swap-pieces is not a move of this game: it is played without a swap" in out
    assert "b1 is occupied by a black stone" in out and " 1 . -!B!- . 1" in out
    assert "is off the board" in play(home, "d1\n", "hex", "--size", "3", code=1)[1]


def test_files_and_resuming(home: Path, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("game.sgf", "game.hexworld", "game.txt", "game.json")]
    play(home, script(["b2", "a3", *(f"save {name}" for name in names), "quit"]), "hex", "--size", "4")
    for name in names:
        out, _ = play(home, script([f"load {name}", "history", "quit"]), "hex")
        assert "  1. b2            a3" in out, name
    out, err = play(home, script(["c3", "resign"]), "hex", "--resume")
    assert "*** Black wins: White resigns ***" in out and "Black 3> c3" in out
    assert not err
    _, err = play(home, script([f"load {names[3]}"]), "hive", code=2)
    assert "contains a game of hex: expected a game of hive" in err


def test_sgf_keeps_players_resignation_and_stones_that_were_set_up(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    lines = script(["d1", "resign", f"save {path}"])
    play(home, lines, "hex", "--position", "4x4 black=b2 white=c3", "--white", "random", *SEEDED)
    text = path.read_text(encoding="utf-8")
    for part in ("PB[human]", "PW[random]", "RE[W+R]", "AB[b2]", "AW[c3]", "B[d1]"):
        assert part in text
    out, _ = play(home, script([f"load {path}", "undo 2", "quit"]), "hex")
    assert "2 moves undone" in out


def test_options_of_hex_are_for_hex_alone(home: Path) -> None:
    assert "unknown variant '5x5'" in play(home, "", "hive", "--size", "5", code=2)[1]
    assert "rule 'swap' is not one of opening, repetition" in play(home, "", "--swap", "sides", code=2)[1]
    assert "cannot be used together" in play(home, "", "hex", "--size", "5", "--variant", "5x5", code=2)[1]
    assert "27" in play(home, "", "hex", "--size", "27", code=2)[1]
    assert "uhp" in play(home, "", "hex", "--notation", "uhp", code=2)[1]


@pytest.mark.parametrize(("width", "height", "links"), [(80, 18, True), (80, 16, False), (30, 18, False)])
def test_a_board_has_links_where_there_is_room(width: int, height: int, links: bool) -> None:
    drawn = plain(HexScene(HEX).lines(Position("7x7"), Answer(), width, height))
    assert ("/" in drawn) == links
    assert " 7 ." in drawn and "larger terminal" not in drawn


def test_a_board_too_big_for_the_terminal_is_seen_through_a_window() -> None:
    view, position = HexScene(HEX), Position("26x26")
    for cell, rows in (("c3", (1, 13)), ("d12", (1, 13)), ("z26", (14, 26)), ("y20", (14, 26))):
        position.push(position.parse_move(cell))
        drawn = plain(view.lines(position, Answer(), 80, 18)).splitlines()
        assert len(drawn) <= 18 and max(map(len, drawn)) <= 80
        assert f"rows {rows[0]} to {rows[1]} of 26: a larger terminal shows all" in drawn
        assert re.search(r"\[[BW]\]", "\n".join(drawn)), cell
    drawn = plain(HexScene(HEX).lines(position, Answer(), 40, 16)).splitlines()
    assert "columns o to z, rows 15 to 25 of 26" in drawn
    assert max(map(len, drawn)) <= 40 and drawn[-1] == "B top to bottom, W left to right"
    marked = Answer(marks={(0, 0): "1"}, alerts=((30, 30),))
    assert " 1 1 ." in plain(view.lines(position, marked, 80, 18))


def test_the_start_screen_changes_game_board_and_swap(home: Path) -> None:
    with Emulator(["play"], home) as terminal:
        terminal.see("Enter  play Hive")
        terminal.type("hex")
        terminal.see("Enter  play Hex: you, as Black, against level 2 (easy)")
        terminal.type("2")
        terminal.see("Which board?")
        terminal.type("27")
        terminal.see("unknown board '27'")
        terminal.type("7")
        terminal.see("board     7x7")
        terminal.type("5")
        terminal.see("Which rule for the swap?")
        terminal.type("2")
        terminal.see("take the first stone, mirrored")
        terminal.type("3")
        terminal.see("Who plays against you?")
        terminal.type("a person")
        terminal.see("Enter  play Hex: two people")
        terminal.type("")
        terminal.prompted("Black 1> ")
        assert "Hex 7x7   swap pieces" in terminal.text
        terminal.type("5 B", "White 2> ")
        terminal.type("swap", "Black 3> ")
        assert "   2 . - . - . - . -[W]- . - . 2" in terminal.text
        terminal.type("z9")
        terminal.see("z9 is off the board: the cells of 7x7 are a1 to g7")
        assert terminal.quit() == 0
