"""The terminal game on a real screen: played by typing, read as a person reads it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from hexapoda.hive import Position
from tests.cli.command_line import START, WON
from tests.terminal.emulator import Emulator
from tests.terminal.test_terminal_script import play, script

MOVES = WON.split(";")[3:]
HUMANS = ["play", "hive", "--white", "human", "--black", "human"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def prompts() -> list[str]:
    """The prompt before every ply of the whole game."""
    return [f"{('White', 'Black')[ply % 2]} {ply // 2 + 1}> " for ply in range(len(MOVES))]


def places(terminal: Emulator) -> dict[str, tuple[int, int]]:
    """Line and column of every piece on the board, which lies between the header and the hands."""
    found = {}
    for row, line in enumerate(terminal.lines[1:]):
        if re.match(r"[> ] White:|Stacks:", line):
            break
        for match in re.finditer(r"[wb][QSBGAMLP][1-3]?", line):
            found[match.group()] = (row, match.start())
    return found


def test_a_whole_game_is_played_by_typing_and_the_board_stays_put(home: Path) -> None:
    jumps = 0
    with Emulator(HUMANS, home) as terminal:
        before: dict[str, tuple[int, int]] = {}
        for prompt, move in zip(prompts(), MOVES, strict=True):
            terminal.prompted(prompt)
            after = places(terminal)
            moved = MOVES[MOVES.index(move) - 1].split()[0] if before else ""
            stayed = [piece for piece in before if piece in after and piece != moved]
            jumps += any(before[piece] != after[piece] for piece in stayed)
            before = after
            terminal.type(move)
        terminal.see("*** White wins: Black's queen is surrounded ***")
        terminal.prompted("game over> ")
        assert "rematch  new  back  review  save FILE" in terminal.text
        assert "[wG2]" in terminal.text  # the last move is marked
        assert "Stacks: " in terminal.text
        terminal.type("quit")
        assert terminal.end() == 0
    assert jumps <= 1  # once, where outlined hexagons no longer fit; never from move to move
    assert not list((home / "unfinished").glob("*.json"))


def test_every_part_has_its_place_on_80_by_24(home: Path) -> None:
    with Emulator([*HUMANS, "--variant", "Base+MLP"], home) as terminal:
        terminal.prompted("White 1> ")
        for _ in range(2):
            assert terminal.lines[0] == "Hive Base+MLP   White: human   Black: human   turn 1"
            assert re.match(r"[> ] White: wQ wS1", terminal.lines[17])
            assert re.match(r"[> ] Black: bQ bS1", terminal.lines[18])
            assert terminal.screen.cursor.y == 22
            terminal.type("wM", "Black 1> ")
        assert all(len(line) <= 80 for line in terminal.lines)
        assert "[wM ]" in terminal.text and "White: wM" in terminal.text


def test_marks_are_numbered_and_chosen(home: Path) -> None:
    with Emulator([*HUMANS, "--position", START], home) as terminal:
        terminal.prompted("White 3> ")
        still = places(terminal)
        terminal.type("moves wQ")
        terminal.wait(lambda it: re.search(r"wQ: +1 ", it.text) is not None, "the list of moves")
        assert places(terminal) == still
        assert "| 1 |" in terminal.text
        terminal.type("")
        terminal.see("type a piece (ant")
        terminal.type("wq")  # a piece alone lists its moves
        terminal.wait(lambda it: re.search(r"wQ: +1 ", it.text) is not None, "the list of moves")
        terminal.type("2", "Black 3> ")
        terminal.type("moves")
        terminal.see("type a piece's number")
        terminal.type("moves all")
        terminal.see("Enter to continue")
        assert " 1 bA1 " in terminal.text
        terminal.type("1", "White 4> ")
        terminal.see("Black: bA1 ")


def test_pages_fit_a_narrow_terminal(home: Path) -> None:
    with Emulator([*HUMANS, "--position", START], home, columns=60, lines=20) as terminal:
        terminal.prompted("White 3> ")
        terminal.type("moves all")
        terminal.see("Enter to continue")
        number = len(Position.from_game_string(START).legal_moves)
        shown = [int(text) for text in re.findall(r"([0-9]+) w\w+ [-/\\wb]", terminal.text)]
        assert shown == list(range(1, number + 1))
        assert "\u2026" not in terminal.text
        terminal.type("")
        terminal.see(f"{number} moves: type a number")
        terminal.type("help")
        terminal.see("Enter to continue")
        assert "to see where it can go" in terminal.text and "\u2026" not in terminal.text


def test_the_help_of_puzzles_fits_a_small_terminal(home: Path) -> None:
    with Emulator(["puzzle", "solve", "--game", "hex"], home) as terminal:
        terminal.see("Only one first move wins in time.")
        terminal.type("help")
        terminal.see("Enter to continue")
        for word in ("moves", "why", "hint", "solution", "again", "next", "quit", "help"):
            assert f"\n{word}" in "\n" + terminal.text
        terminal.type("", then="> ")


def test_a_refused_move_says_why_and_marks_the_cells(home: Path) -> None:
    colors = {"COLORTERM": "truecolor"}
    with Emulator([*HUMANS, "--position", START], home, environment=colors) as terminal:
        terminal.prompted("White 3> ")
        terminal.type("wS1 bS1-")
        terminal.see("moving the white spider (wS1) would split the hive")
        assert "!wQ !" in terminal.text
        assert any(char.bg == "b3261e" for row in terminal.screen.buffer.values() for char in row.values())
        terminal.type("why")
        terminal.see("moving the white spider (wS1) would split the hive")
        terminal.type("")
        terminal.see("type a piece (ant")
        assert "!" not in terminal.text.split("White: wS2")[0]
        terminal.type("wA9 wQ-")
        terminal.see("'wA9 wQ-'")
        terminal.type("history")
        terminal.see("Enter to continue")
        terminal.type("help")
        terminal.see("help COMMAND explains a command")
        terminal.type("help undo")
        terminal.see("undo [PLIES]: undo your last move and the reply to it")
        terminal.prompted("White 3> ")


def test_white_and_black_differ_in_color_and_without(home: Path) -> None:
    def background(terminal: Emulator, piece: str) -> str:
        row, column = places(terminal)[piece]
        return str(terminal.screen.buffer[row + 1][column].bg)

    arguments = [*HUMANS, "--position", START]
    with Emulator(arguments, home, environment={"COLORTERM": "truecolor"}) as terminal:
        terminal.prompted("White 3> ")
        colors = {background(terminal, "wQ"), background(terminal, "bQ"), "default"}
        assert len(colors) == 3
        text = terminal.text
    with Emulator(arguments, home, environment={"NO_COLOR": "1"}) as terminal:
        terminal.prompted("White 3> ")
        assert background(terminal, "wQ") == background(terminal, "bQ") == "default"
        assert terminal.text == text
        assert not re.search(rb"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])[;m]", terminal.raw)


def test_a_dumb_terminal_is_written_to_line_by_line(home: Path) -> None:
    with Emulator([*HUMANS, "--position", START], home, environment={"TERM": "dumb"}) as terminal:
        terminal.prompted("White 3> ")
        terminal.type("wA1 -wQ", "Black 3> ")
        assert b"\x1b" not in terminal.raw
        assert "[wA1]wQ |wS1|bS1|" in terminal.text


@pytest.mark.parametrize(("columns", "lines"), [(30, 24), (80, 10)])
def test_a_small_terminal_is_told_so(home: Path, columns: int, lines: int) -> None:
    with Emulator(HUMANS, home, columns=columns, lines=lines) as terminal:
        terminal.prompted("White 1> ")
        assert f"{columns} x {lines}" in terminal.text and "40 x 16" in " ".join(terminal.text.split())
        terminal.type("wS1", "Black 1> ")
        terminal.resize(80, 24)
        terminal.type("")
        terminal.see("[wS1]")
        assert terminal.lines[0].startswith("Hive Base ")


@pytest.mark.parametrize(("columns", "lines"), [(40, 16), (60, 20), (120, 50)])
def test_the_board_fits_other_sizes(home: Path, columns: int, lines: int) -> None:
    with Emulator([*HUMANS, "--variant", "Base+MLP"], home, columns=columns, lines=lines) as terminal:
        for ply, move in enumerate(MOVES[:20]):
            terminal.prompted(prompts()[ply])
            assert terminal.lines[0].startswith("Hive Base+MLP")
            terminal.type(move)
        terminal.prompted("White 11> ")
        if lines > 16:
            assert set(places(terminal)) >= {"wQ", "bQ"}
        else:  # the hive is cut to a window round the last move, and the edges say so
            assert MOVES[19].split()[0] in places(terminal)
            assert re.search(r"[\^v] \d+ more [\^v]", terminal.text)


def test_a_killed_game_is_offered_and_gone_on_with(home: Path) -> None:
    with Emulator([*HUMANS, "--variant", "Base"], home) as terminal:
        for prompt, move in zip(prompts()[:7], MOVES[:7], strict=True):
            terminal.prompted(prompt)
            terminal.type(move)
        terminal.prompted("Black 4> ")
        before = places(terminal)
        with Emulator(["play"], home) as second:  # a game that is being played is not offered
            second.see("Enter  play Hive")
        terminal.process.kill(signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
    with Emulator(["play"], home) as terminal:
        terminal.see("Enter  resume: Hive, two people, move 4, just now")
        terminal.type("", "Black 4> ")
        after = places(terminal)
        assert set(after) == set(before)
        assert "[wQ ]" in terminal.text  # the last move is still the last
        terminal.type("undo", "White 4> ")
        terminal.type(MOVES[6], "Black 4> ")
        terminal.process.sendeof()
        assert terminal.end() == 0
        assert "hexapoda play --resume" in terminal.text
    with Emulator(["play", "hive", "--resume"], home) as terminal:
        terminal.prompted("Black 4> ")
        assert set(places(terminal)) == set(before)


def test_the_start_screen_makes_any_game(home: Path) -> None:
    with Emulator(["play"], home) as terminal:
        terminal.see("Enter  play Hive: you, as White, against level 2 (easy)")
        terminal.type("2")
        terminal.see("Which pieces?")
        terminal.type("9")
        terminal.see("'9' is not a number from 1 to 8")
        terminal.type("Base+MLP")
        terminal.see("Base+MLP, with Mosquito, Ladybug, Pillbug")
        terminal.type("3")
        terminal.see("Who plays against you?")
        terminal.see("level 1 ")
        terminal.see("alphabeta")
        levels, engines = (
            next(at for at, line in enumerate(terminal.lines) if text in line)
            for text in ("level 1 ", "alphabeta")
        )
        assert levels < engines and "for a first game" in terminal.lines[levels]
        terminal.see("a level between: 1½ 2½ 3½ 4½ 5½ 6½ 7½ 8½ 9¼ 9½ 9¾")
        terminal.type("a level between")
        terminal.see("Which level?")
        terminal.type("level 9¾")
        terminal.see("Enter  play Hive: you, as White, against level 9¾")
        terminal.type("3")
        terminal.see("Who plays against you?")
        terminal.type("b")
        terminal.see("Or change something first:")
        terminal.type("3")
        terminal.see("Who plays against you?")
        terminal.type("greedy")
        terminal.see("opponent  greedy")
        terminal.type("4")
        terminal.see("Which side do you play?")
        terminal.type("black")
        terminal.see("Enter  play Hive: you, as Black, against greedy")
        terminal.type("77")
        terminal.see("'77' is not one of the choices")
        terminal.type("", "Black 1> ")
        assert terminal.lines[0].startswith("Hive Base+MLP   White: greedy   Black: human")
        terminal.type("new")
        terminal.see("Enter  play Hive: you, as Black, against greedy")  # as it was left
        terminal.type("", "Black 1> ")
        assert terminal.quit() == 0


def test_one_enter_and_one_choice_play_the_first_move(home: Path) -> None:
    with Emulator(["play"], home) as terminal:
        terminal.see("Enter  play Hive: you, as White, against level 2 (easy)")
        terminal.type("", "White 1> ")
        assert "1 spider       2 beetle       3 grasshopper  4 ant" in terminal.text
        terminal.type("4", "White 2> ")
        assert "wA1" in places(terminal)


def test_two_engines_are_watched_to_the_closing_words(home: Path) -> None:
    with Emulator(["play", "hive", "--seed", "3", "--delay", "0"], home) as terminal:
        terminal.see("Enter  play Hive")
        terminal.type("3")
        terminal.see("Who plays against you?")
        terminal.type("watch")
        terminal.see("Which engine plays White?")
        terminal.type("random")
        terminal.see("Which engine plays Black?")
        terminal.type("greedy")
        terminal.see("Enter  play Hive: random against greedy")
        terminal.type("")
        terminal.prompted("game over> ")
        assert re.search(r"\*\*\* (White wins|Black wins|draw): ", terminal.text)
        terminal.type(f"save {home}/game.pgn")
        terminal.see("saved as")
        text = (home / "game.pgn").read_text(encoding="utf-8")
        assert '[White "random"]' in text and re.search(r'\[Date "20\d\d\.\d\d\.\d\d"\]', text)
        (home / "game.pgn").write_text("precious", encoding="utf-8")
        for answer, seen in (("n", "not saved"), ("y", "saved as")):
            assert (home / "game.pgn").read_text(encoding="utf-8") == "precious"
            terminal.type(f"save {home}/game.pgn")
            terminal.see("already exists; replace it? y/n:")
            terminal.type(answer)
            terminal.see(seen)
        assert '[White "random"]' in (home / "game.pgn").read_text(encoding="utf-8")
        terminal.type("q")
        assert terminal.end() == 0


def test_unfinished_games_are_listed_in_words_and_deleted(home: Path) -> None:
    for number in range(3):
        play(home, script([*MOVES[: number + 1], "quit"]), "hive")
    with Emulator(["play"], home) as terminal:
        terminal.see("unfinished games  3")
        terminal.type("6")
        terminal.see("Unfinished games")
        assert terminal.text.count("Hive, two people, move ") == 3
        terminal.type("delete 5")
        terminal.see("expected a number from 1 to 3")
        terminal.type("delete 1")
        terminal.wait(lambda it: it.text.count("two people, move ") == 2, "the shorter list")
        terminal.type("delete all")
        terminal.see("Delete all 2 games? y/n:")
        terminal.type("y")
        terminal.see("Enter  play Hive")
        assert "unfinished" not in terminal.text
        terminal.type("q")
        assert terminal.end() == 0
    assert not list(home.glob("unfinished/*.json"))


def test_an_unfinished_game_that_cannot_be_deleted_is_said_to_be(home: Path) -> None:
    play(home, script([*MOVES[:1], "quit"]), "hive")
    with Emulator(["play"], home) as terminal:
        terminal.see("unfinished games  1")
        terminal.type("6")
        terminal.see("Unfinished games")
        (file,) = home.glob("unfinished/*.json")
        file.unlink()
        file.mkdir()  # as where the folder is protected: the file cannot be removed
        terminal.type("delete 1")
        terminal.see(f"cannot delete '{file.name[:20]}")
        terminal.type("b")
        terminal.see("unfinished games  1")
        terminal.type("q")
        assert terminal.end() == 0


def test_leaving_a_question_is_no_trouble(home: Path) -> None:
    with Emulator(["play"], home) as terminal:
        terminal.see("Enter  play Hive")
        terminal.type("q")
        assert terminal.end() == 0
    assert not home.exists() or not list(home.glob("unfinished/*.json"))


@pytest.mark.parametrize(
    ("leave", "code"), [(Emulator.interrupt, 130), (lambda terminal: terminal.process.sendeof(), 0)]
)
def test_leaving_says_how_to_go_on(home: Path, leave: Callable[[Emulator], None], code: int) -> None:
    with Emulator(HUMANS, home) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("wS1", "Black 1> ")
        leave(terminal)
        assert terminal.end() == code
        assert "the game is saved; resume it with: hexapoda play --resume" in terminal.text
        assert "Traceback" not in terminal.text


def test_engines_can_be_interrupted(home: Path) -> None:
    engines = ["play", "hive", "--white", "random", "--black", "random", "--delay", "30"]
    with Emulator(engines, home) as terminal:
        terminal.see("White (random): ")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "--resume" in terminal.text


def test_resigning_is_asked_about(home: Path) -> None:
    with Emulator(HUMANS, home) as terminal:
        terminal.prompted("White 1> ")
        terminal.type("resign", "White resigns? y/n: ")
        terminal.type("n", "White 1> ")
        terminal.type("resign", "White resigns? y/n: ")
        terminal.type("y", "game over> ")
        assert "*** Black wins: White resigns ***" in terminal.text


def test_tab_completes_commands_and_moves(home: Path) -> None:
    with Emulator(HUMANS, home) as terminal:
        terminal.prompted("White 1> ")
        terminal.process.send("hist\t\r")
        terminal.see("no move has been played")
        terminal.process.send("wG\t\r")
        terminal.prompted("Black 1> ")
