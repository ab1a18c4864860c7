"""The terminal game in the words of people: a whole game in them, and what they are told in return."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexapoda.games.answer import Answer
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from tests.cli.command_line import START, WON
from tests.terminal.emulator import Emulator
from tests.terminal.test_terminal_screen import HUMANS, home, places
from tests.terminal.test_terminal_script import kept, play, script

__all__ = ["home"]

MOVES = WON.split(";")[3:]
NAMES = {"Q": "queen", "S": "spider", "B": "beetle", "G": "grasshopper", "A": "ant"}


def spoken(moves: list[str]) -> list[list[str]]:
    """For every move what a player says: a piece, and the number of a cell where one has to be chosen."""
    position, talk, lines = Position("Base"), HIVE.dialogue(), []
    for text in moves:
        move = position.parse_move(text)
        assert move.piece is not None
        number = re.sub(r"\D", "", str(move.piece))
        name = NAMES[move.piece.bug.value] + (f" {number}" if number else "")
        found = talk.read(position, name)
        said = [name, str(found.choices.index(move) + 1)] if isinstance(found, Answer) else [name]
        lines.append(said)
        position.push(move)
    return lines


def test_a_whole_game_is_typed_in_everyday_words(home: Path) -> None:
    with Emulator(HUMANS, home) as terminal:
        for ply, lines in enumerate(spoken(MOVES)):
            terminal.prompted(f"{('White', 'Black')[ply % 2]} {ply // 2 + 1}> ")
            for line in lines[:-1]:
                terminal.type(line)
                terminal.see("type the number of a cell")
            terminal.type(lines[-1])
        terminal.see("*** White wins: Black's queen is surrounded ***")
        terminal.prompted("game over> ")
        terminal.type("quit")
        assert terminal.end() == 0
    assert kept(home) == []


def test_a_script_may_speak_too_but_must_say_where_to(home: Path) -> None:
    lines = [line for said in spoken(MOVES) for line in said]
    assert "White wins" in play(home, script(lines), "hive")[0]
    _, complaint = play(home, script(["ant", "ant", "spider", "1"]), "hive", code=2)
    assert "line 2: ant: expected a destination, or a number on the next line" in complaint
    assert "after 1 plies" in play(home, script(["ant", "ant"]), "hive", code=1)[1]


@pytest.mark.parametrize("word", ["Q", "queen"])
def test_the_queen_is_no_way_to_quit(home: Path, word: str) -> None:
    with Emulator([*HUMANS, "--position", START], home) as terminal:
        terminal.prompted("White 3> ")
        terminal.type(word)
        terminal.see("queen wQ: type the number of a cell")
        terminal.prompted("White 3> ")


def test_quitting_is_asked_about_while_the_game_goes_on(home: Path) -> None:
    with Emulator(["play", "hex", "--white", "human"], home) as terminal:
        terminal.prompted("Black 1> ")
        terminal.type("c2", "White 2> ")
        terminal.type("q", "Quit? The game is saved. y/n: ")
        terminal.type("n", "White 2> ")
        assert terminal.quit() == 0
        assert "the game is saved; resume it with: hexapoda play --resume" in terminal.text
    with Emulator(HUMANS, home) as terminal:  # nothing to lose yet
        terminal.prompted("White 1> ")
        terminal.type("quit")
        assert terminal.end() == 0


def test_a_forgotten_direction_is_answered_with_numbered_cells(home: Path) -> None:
    with Emulator([*HUMANS, "--variant", "Base+MLP"], home) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("wS1", "Black 1> ")
        terminal.type("bS1 wS1-", "White 2> ")
        terminal.type("wP wS1")
        terminal.see("type a number to play it")
        assert "| 3 |" in terminal.text and "(" not in terminal.text
        terminal.type("3", "Black 2> ")
        terminal.type("bA1 wS1-")
        terminal.see("the black ant (bA1) cannot be placed on the cell of the black spider (bS1)")
        assert "the black ant (bA1) can go to the numbered cells: type a number to play it" in terminal.text
        terminal.type("1", "White 3> ")
        assert "bA1" in places(terminal)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("antt", "'antt' is not a move: expected a piece (ant, A1) or a move (A1 -bQ); did you mean 'ant'?"),
        ("hnit", "did you mean 'hint'?"),
        ("xyzzy", "or type help"),
        ("pillbug", "there is no pillbug in a game of Base"),
    ],
)
def test_suggestions_make_sense(home: Path, typed: str, answer: str) -> None:
    with Emulator(HUMANS, home) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("spider", "Black 1> ")
        terminal.type(typed)
        terminal.wait(lambda it: answer in " ".join(" ".join(it.lines).split()), answer)


def test_a_notice_is_said_once(home: Path) -> None:
    with Emulator([*HUMANS, "--position", START], home) as terminal:
        terminal.prompted("White 3> ")
        terminal.type("wA1 -wQ", "Black 3> ")
        terminal.type("undo", "White 3> ")
        terminal.see("1 move undone")
        terminal.type("redo", "Black 3> ")
        terminal.see("1 move redone")
        assert "undone" not in terminal.text
        terminal.type("moves")
        terminal.see("type a piece's number")
        assert "redone" not in terminal.text


def test_after_the_game_one_steps_through_it_and_plays_again(home: Path) -> None:
    play(home, script([*MOVES[:-1], "quit"]), "hive", "--black", "human")
    with Emulator(["play", "--resume", "--black", "random:seed=1"], home) as terminal:
        terminal.prompted("White 19> ")
        terminal.type(MOVES[-1], "game over> ")
        terminal.see("the game is over: rematch  new  back  review  save FILE  quit")
        terminal.type("back 2", "move 18> ")
        terminal.see(f"move 18: {MOVES[34]}")
        assert "after 35 of 37 moves" in terminal.lines[0]
        terminal.type(">", "move 18> ")
        terminal.type("wA1 -wQ")
        terminal.see("this is an earlier position: Enter returns to the game")
        terminal.type("", "game over> ")
        terminal.type("forward")
        terminal.see("this is the end of the game")
        terminal.type("rematch")
        terminal.see("turn 1")
        terminal.prompted("Black 1> ")
        assert terminal.lines[0].startswith("Hive Base   White: random   Black: human")


def test_a_draw_is_agreed_on_by_two_people(home: Path) -> None:
    with Emulator(HUMANS, home) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("draw", "White offers a draw. Black, do you accept? y/n: ")
        terminal.type("y", "game over> ")
        terminal.see("*** draw: the players agreed on it ***")
    _, complaint = play(home, "draw\n", "hive", "--black", "random", code=2)
    assert "engines do not accept draw offers" in complaint


def test_leaving_names_a_command_that_works_here(home: Path) -> None:
    with Emulator(HUMANS, home, environment={"HEXAPODA_STARTED_BY": "make terminal"}) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("spider", "Black 1> ")
        assert terminal.quit() == 0
        assert "the game is saved; resume it with: make terminal" in terminal.text


@pytest.mark.parametrize(
    ("arguments", "moves"),
    [
        (["hive"], MOVES[:6]),
        (["hex", "--size", "3"], ["b1", "a1", "b2", "a2", "b3"]),
    ],
)
def test_a_game_is_reviewed_where_it_was_played(home: Path, arguments: list[str], moves: list[str]) -> None:
    lines = [*moves, *(["resign"] if arguments == ["hive"] else []), "review", "quit"]
    out, _ = play(home, script(lines), *arguments, "--time", "0.02")
    number = 3 if arguments == ["hive"] else len(moves)  # Hive counts both players' moves as one
    last = rf"^ +{number}  {re.escape(moves[-1])}"
    assert "human - human" in out and re.search(last, out, re.MULTILINE)
    assert "no move has been played" in play(home, "review\n", *arguments, code=2)[1]


def test_marked_cells_can_be_listed(home: Path) -> None:
    """For those who do not see the board: after a list of moves, after a refused move, and without marks."""
    out, _ = play(home, "marks\nmoves wA1\nmarks\nquit\n", "hive", "--position", START)
    assert "no cell is marked" in out
    assert re.search(r"^1: the cell \w.* of the white \w+.* \(wA1 .+\)$", out, re.MULTILINE), out
    with Emulator(
        ["play", "hex", "--variant", "5x5", "--white", "human", "--black", "human"], home
    ) as terminal:
        terminal.type("b2", "White 2> ")
        terminal.type("b2")
        terminal.see("b2")
        terminal.type("marks")
        terminal.see("why it is not legal: b2")
        assert terminal.quit() == 0
