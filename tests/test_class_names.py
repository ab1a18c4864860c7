"""No two classes of the package share a name, so that a name in a message or in a search is unambiguous.

The exceptions are twins: classes that both Hive and Hex have, because shared code uses them for any game.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "hexapoda"

TWINS = {
    *("DiagramOptions", "MoveKind", "Outcome", "Palette", "Picture", "Position", "Rule", "SvgOptions"),
    "Termination",
}
"""Classes of both games; `Outcome` and `Position` are also the protocols of `hexapoda.games.game`."""

KNOWN = {"Rating"}
"""A computed rating of `arena.statistics`, and a stored one of `storage`. Do not add to this set."""


def test_class_names_are_unique() -> None:
    found: Counter[str] = Counter()
    for file in PACKAGE.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found.update(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    shared = {name for name, count in found.items() if count > 1 and not name.startswith("_")}
    assert shared <= TWINS | KNOWN, f"shared class names: {sorted(shared - TWINS - KNOWN)}"
    assert shared >= KNOWN, f"no longer shared, remove from KNOWN: {sorted(KNOWN - shared)}"
