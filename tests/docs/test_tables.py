"""Tables of the documentation that repeat what the code knows: perft, directions, columns, the layers."""

from __future__ import annotations

import re

import pytest

from hexapoda.hex import Position as HexPosition
from hexapoda.hex import perft as hex_perft
from hexapoda.hive import PIECES, VARIANTS, Position, perft
from hexapoda.hive.cell import DIRECTIONS
from hexapoda.hive.text.compass import read_compass
from hexapoda.hive.text.contact import read_contact
from hexapoda.hive.text.uhp_move import read_uhp
from tests.docs.transcript import ROOT
from tests.hex.test_hex_perft import GOLDEN as HEX_GOLDEN
from tests.hive.test_perft import GOLDEN
from tests.test_layers import ROWS

DOCS = ROOT / "docs"


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table whose first header cell is `heading`, its rows in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    match = re.search(rf"^\| {re.escape(heading)} \|.*\n\|[-:| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert match is not None, f"{page}: no table {heading!r}"
    lines = match[1].replace("\\|", "\0").splitlines()
    return [[cell.strip().replace("\0", "|") for cell in line.strip("|").split("|")] for line in lines]


def test_the_perft_table() -> None:
    page = "explanation/rules.md"
    table = {row[0]: tuple(int(number) for number in row[1:]) for row in rows(page, "variant")}
    assert table == GOLDEN
    assert list(table) == list(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_perft_table_is_counted(variant: str) -> None:
    [row] = [row for row in rows("explanation/rules.md", "variant") if row[0] == variant]
    assert [perft(Position(variant), depth) for depth in range(1, 5)] == [int(number) for number in row[1:5]]


def test_the_perft_table_of_hex() -> None:
    for variant, *counts in rows("explanation/hex-rules.md", "board"):
        table = tuple(map(int, counts))
        assert table == HEX_GOLDEN[variant][:6]
        assert table == tuple(hex_perft(HexPosition(variant), depth) for depth in range(1, 7))


def test_the_directions_of_the_three_notations() -> None:
    names = {"east": "E", "south-east": "SE", "south-west": "SW", "west": "W", "north-west": "NW"}
    names |= {"north-east": "NE"}
    table = rows("reference/notations.md", "side of X")
    assert [names.get(row[0]) for row in table] == [*DIRECTIONS, None]
    for side, step, uhp, contact, compass in table:
        expected = tuple(int(number) for number in step.strip("()").split(","))
        assert expected == (DIRECTIONS[names[side]] if side in names else (0, 0))
        assert read_uhp("bA1 " + uhp.strip("`").replace("X", "wS1")).step == expected
        assert read_contact("bA1" + contact.strip("`").replace("X", "wS1")).step == expected
        assert read_compass("ba1 " + compass.strip("`").replace("X", "ws1")).step == expected


def test_the_indices_of_the_pieces() -> None:
    text = (DOCS / "reference" / "moves-array.md").read_text(encoding="utf-8")
    listed = re.findall(r"(\d+) ([QSBGAMLP]\d?)\b", text)
    assert listed == [(str(piece.index), str(piece)[1:]) for piece in PIECES[:14]]


def test_the_layers() -> None:
    table = {
        name: int(row[0])
        for row in rows("explanation/architecture.md", "row")
        for name in re.findall(r"`(\w+)`", row[1])
    }
    assert table == {name: ROWS[name] for name in table}
    there = {
        path.stem for path in (ROOT / "src" / "hexapoda").iterdir() if path.suffix == ".py" or path.is_dir()
    }
    assert {name for name in there if not name.startswith("__")} <= set(table)
