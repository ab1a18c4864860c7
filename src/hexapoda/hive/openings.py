"""The opening suite of Hive: distinct balanced lines of 6 or 8 plies for every variant.

Reads `data/openings.tsv`. The lines are random; a line was kept if White scored 40 to 60% in 48 games of the
engine `greedy` against itself. The lines are balanced for a player who looks one ply ahead, but not
necessarily for strong engines, so matches also play each line with colors swapped. `tools/hive_openings.py`
reproduces the file exactly.
"""

from __future__ import annotations

from importlib.resources import files

from hexapoda.hive.variant import VARIANTS, parse_variant

__all__ = ["CONTINUES", "opening_lines", "opening_variants"]

CONTINUES = True
"""True, because `alphabeta` plays no random moves after ply 8, and the lines are random anyway."""


def opening_lines(variant: str) -> list[tuple[str, ...]]:
    """Return the lines of a variant as UHP MoveStrings. Raises `InvalidGameError` for an unknown variant."""
    wanted = parse_variant(variant)
    text = (files("hexapoda.hive") / "data" / "openings.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return [tuple(moves.split(";")) for name, _, _, moves in rows if name == wanted]


def opening_variants() -> tuple[str, ...]:
    """Return the variants that have lines: all of them."""
    return VARIANTS
