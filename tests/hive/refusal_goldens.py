"""The golden refusals of tests/golden/hive_refusals.txt: a position, a try, and its exact answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexapoda.hive import Piece
from hexapoda.hive.cell import Cell
from hexapoda.hive.explain import Refusal
from hexapoda.hive.rule import Rule


@dataclass(frozen=True)
class Golden:
    """A try in a text position with its answer."""

    what: str
    position: str
    piece: Piece
    to: Cell
    refusal: Refusal


def cell_of(text: str) -> Cell:
    q, r = text.split(",")
    return int(q), int(r)


def read_goldens() -> list[Golden]:
    """Blocks parted by empty lines: a title, then one line each for in, try, rule, text, cells and pieces."""
    found = []
    for block in (Path(__file__).parents[1] / "golden" / "hive_refusals.txt").read_text().split("\n\n"):
        what, *lines = block.strip().split("\n")
        if what.startswith("#"):
            continue
        field = {key: value for key, _, value in (line.strip().partition(" ") for line in lines)}
        piece, to = field["try"].split()
        cells = tuple(map(cell_of, field["cells"].split()))
        pieces = tuple(map(Piece, field["pieces"].split()))
        refusal = Refusal(Rule(field["rule"]), field["text"], cells, pieces)
        found.append(Golden(what, field["in"], Piece(piece), cell_of(to), refusal))
    return found


GOLDENS = tuple(read_goldens())
