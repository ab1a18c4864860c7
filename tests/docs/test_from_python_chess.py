"""Every call in the table for users of python-chess runs, for Hive and for Hex."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import inspect
import io
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hexapoda import hex as hex_package
from hexapoda.hex.shortest_way import shortest_way
from hexapoda.hex.solve import HexSolver
from hexapoda.record import write_games
from tests.docs.transcript import ROOT

PAGE = (ROOT / "docs" / "reference" / "from-python-chess.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| task |")
]
GAMES = {"hive": 2, "hex": 3}
"""The columns."""
ENGINES = {"hive": "alphabeta:seed=1", "hex": "rave:seed=1"}
OF_HEX = """
position = Position("5x5")
for text in ("c3", "b2", "c2"):
    position.push_text(text)
game = game_of_position(position)
tree = GameTree.from_position(position, ("Ann", "Ben"))
node = tree.end
move = position.legal_moves[0]
text = position.format_move(move)
"""


def namespace(name: str, folder: Path) -> dict[str, Any]:
    """The names that the page says there are."""
    found: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE):
        exec(example.source, found)
    if name == "hex":
        found |= {each: getattr(hex_package, each) for each in hex_package.__all__}
        found |= {"shortest_way": shortest_way, "HexSolver": HexSolver}
        exec(OF_HEX, found)
    found["engine"] = found["parse_engine"](ENGINES[name]).create()
    found["path"] = folder / f"games.{'pgn' if name == 'hive' else 'sgf'}"
    found["server"] = [sys.executable, "-m", f"hexapoda.cli.{'uhp' if name == 'hive' else 'htp'}_entry"]
    write_games([found["tree"]], found["path"])
    return found


async def run(calls: list[str], names: dict[str, Any]) -> None:
    for call in calls:
        statement = ast.parse(call).body[0]
        claim = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Compare)
        kind = "eval" if isinstance(statement, ast.Expr) else "exec"
        found = eval(compile(call, call, kind, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
        if inspect.isawaitable(found):
            found = await found
        assert not claim or found, call


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("game", GAMES)
def test_a_row(game: str, row: list[str], tmp_path: Path) -> None:
    cell = row[GAMES[game]]
    if cell.startswith("no: "):
        return
    calls = re.findall(r"`([^`]+)`", cell)
    assert calls and re.fullmatch(r"(?:`[^`]+`(?:; |$))+", cell)
    names = namespace(game, tmp_path)
    # A thread of its own: that of the tests may have the loop of a browser.
    with contextlib.redirect_stdout(io.StringIO()), ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, run(calls, names)).result()
    names["engine"].close()


def test_the_table_has_the_everyday_tasks() -> None:
    assert len(ROWS) >= 60 and all(len(row) == 4 for row in ROWS)
    for column in GAMES.values():
        assert sum(not row[column].startswith("no: ") for row in ROWS) >= 55
