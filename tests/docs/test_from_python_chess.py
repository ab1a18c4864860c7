"""Every call in the table for users of python-chess runs, for Hive and for Hex."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import inspect
import io
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hexapoda import hex as hex_package
from hexapoda import hive as hive_package
from hexapoda.errors import IllegalMoveError
from tests.docs.transcript import ROOT

PAGE = (ROOT / "docs" / "reference" / "from-python-chess.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| task |")
]
GAMES = {"hive": 2, "hex": 3}
"""The columns."""
IMPORTS, OF_HIVE, OF_HEX, AFTERWARDS, _ = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SETUP = {"hive": (IMPORTS, OF_HIVE, AFTERWARDS), "hex": (IMPORTS, OF_HEX, AFTERWARDS)}
"""What the page says to run before the calls of a game."""

BOTH = {
    "position.copy(stack=False)": "position",
    "pickle.loads(pickle.dumps(position))": "position",
    "position.start": "Position(position.variant)",
    "position.is_legal(move)": "True",
    "move in position.legal_moves": "True",
    "position.parse_move(text)": "move",
    "position.is_game_over()": "False",
    "position.outcome()": "None",
    "position.result()": "'*'",
    "position.state": "'InProgress'",
    "position.peek()": "position.moves[-1]",
    "[found.report.verdict for found in scan_games(path)]": "['good']",
    "tree.header.players[0].name": "'Ann'",
    'GameTree.from_position(position, ("Ann", "Ben"))': "tree",
    "tree.position(tree.end)": "position",
    "tree.add_variation(node, text)": "tree.end",
    "tree.add_line(node, [text])": "[tree.end]",
    "node.glyphs": "'!'",
}
RESULTS = {
    "hive": BOTH
    | {
        'parse_variant("Base+PLM")': "'Base+MLP'",
        "Position.from_text(position.text())": "position",
        "Position.from_game_string(position.game_string())": "position",
        'Position.from_pieces("Base+MLP", position.pieces(), ply=4)': "position",
        'game.position_editor.edited("Base+MLP", {}, [*pieces, ("wA1", (0, 1))], 1)': (
            "found if found.position.top((0, 1)) == Piece('wA1') else None"
        ),
        'game.position_editor.edited("Base+MLP", {}, pieces[1:], 1)': (
            "found if len(found.position.pieces()) == 3 else None"
        ),
        "position.turn": "0",
        "position.turn_text": "'White[3]'",
        "position.ply": "4",
        "position.turn_number": "3",
        "position.top((0, 0))": "Piece('wS1')",
        "position.stack((0, 0))": "(Piece('wS1'),)",
        'position.cell_of(Piece("wQ"))': "(-1, 0)",
        "distance((0, 0), (2, -1))": "2",
        'position.reach(Piece("bQ"))': "{(2, -1), (1, 1)}",
        "position.pinned()": "{(0, 0), (1, 0)}",
        "len(position.legal_moves)": "37",
        'position.moves_of(Piece("wQ"))': "[Move(Piece('wQ'), (-1, 1)), Move(Piece('wQ'), (0, -1))]",
        'position.why_not("bQ -wQ").rule': "type(found).NOT_YOUR_PIECE",
        "position.format_move(move)": "'wS2 \\\\wQ'",
        "position.format_line([move])": "'3. wS2 \\\\wQ'",
        "perft(position, 2)": "37 * 37",
        "position.repetitions()": "1",
        "[node.text for node in tree.main_line()]": "['wS1', 'bS1 wS1-', 'wQ -wS1', 'bQ bS1-']",
        "OpeningBook.read(path).moves(position.start)": "[(('wS1',), 1)]",
        "OpeningBook.read(path).choice(position.start, Random(1))": "position.moves[0]",
    },
    "hex": BOTH
    | {
        'game.position_editor.edited("5x5", {}, [*pieces, ("White", (0, 1))], 0)': (
            "found if (0, 1) in found.position.stones(1) else None"
        ),
        'game.position_editor.edited("5x5", {}, pieces[1:], 0)': (
            "found if len(found.position.stones(0)) == 1 else None"
        ),
        "Position.from_text(position.text())": "position",
        "Position.from_text(position.game_string())": "position",
        "position.turn": "1",
        "position.color_to_move": "1",
        "position.ply": "3",
        "position.color_at((2, 2))": "0",
        "position.stones(0)": "{(2, 1), (2, 2)}",
        "position.stones(1)": "{(1, 1)}",
        'parse_cell("c3")': "(2, 2)",
        "format_cell((2, 2))": "'c3'",
        "len(position.legal_moves)": "22",
        'position.why_not("c3").rule': "type(found).OCCUPIED",
        'Move.from_text("c2")': "position.moves[-1]",
        "position.format_move(move)": "'a1'",
        "position.format_line([move])": "'4. a1'",
        "perft(position, 2)": "22 * 21",
        'HexSolver("5x5").solve(position).winner': "0",
        "[node.text for node in tree.main_line()]": "['c3', 'b2', 'c2']",
        "OpeningBook.read(path).moves(position.start)": "[(('c3',), 1)]",
        "OpeningBook.read(path).choice(position.start, Random(1))": "position.moves[0]",
    },
}
"""What the calls return, where a few words say it; checked in the names of the row."""


def namespace(game: str) -> dict[str, Any]:
    """The names that the setup of the page defines, and no others."""
    found: dict[str, Any] = {}
    for block in SETUP[game]:
        for example in doctest.DocTestParser().get_examples(block):
            exec(example.source, found)
    return found


async def run(calls: list[str], names: dict[str, Any], results: dict[str, str]) -> None:
    for call in calls:
        statement = ast.parse(call).body[0]
        claim = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Compare)
        kind = "eval" if isinstance(statement, ast.Expr) else "exec"
        found = eval(compile(call, call, kind, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if inspect.isawaitable(found):
            found = await found
        assert not claim or found, call
        if call in results:
            assert found == eval(results[call], names | {"found": found}), call


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("game", GAMES)
def test_a_row(game: str, row: list[str]) -> None:
    cell = row[GAMES[game]]
    if cell.startswith("no: "):
        return
    calls = re.findall(r"`([^`]+)`", cell)
    assert calls and re.fullmatch(r"(?:`[^`]+`(?:; |$))+", cell)
    names = namespace(game)
    # A thread of its own: that of the tests may have the loop of a browser.
    output, pool = contextlib.redirect_stdout(io.StringIO()), ThreadPoolExecutor(1)
    with names["folder"], names["engine"], names["several"], output, pool:
        pool.submit(asyncio.run, run(calls, names, RESULTS[game])).result()
    if row[0] == "several lines":
        assert [line.multipv for line in names["search"].lines] == [1, 2, 3]


def test_the_table_has_the_everyday_tasks() -> None:
    assert len(ROWS) >= 60 and all(len(row) == 4 for row in ROWS)
    for column in GAMES.values():
        assert sum(not row[column].startswith("no: ") for row in ROWS) >= 55
    for game, results in RESULTS.items():
        cells = " ".join(row[GAMES[game]] for row in ROWS)
        assert [call for call in results if f"`{call}`" not in cells] == []


def test_what_is_different() -> None:
    position = hive_package.Position()
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        position.push_text(text)
    position.push_pass()
    with pytest.raises(IllegalMoveError):
        position.push_pass()
    board = hex_package.Position.from_stones("5x5", black=[(2, 1)])
    assert board.transformed(1).stones(0) and not board.transformed(2).stones(0)
