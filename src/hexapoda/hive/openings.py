"""The opening suite of Hive: balanced lines of 6 or 8 plies for every variant, no two of a variant alike.

Owns the way to `data/openings.tsv`. The lines were drawn at random and kept when White scored 40 to 60 % in
48 games that the engine `greedy` played against itself from there: balanced, that is, for a player who looks
one ply ahead. It says less about strong engines; matches play each line with both colours for that reason.
`tools/hive_openings.py` makes the file again, to the letter.
"""

from __future__ import annotations

from importlib.resources import files

from hexapoda.hive.variant import VARIANTS, parse_variant

__all__ = ["opening_lines", "opening_variants"]


def opening_lines(variant: str) -> list[tuple[str, ...]]:
    """The lines of a variant, each the UHP MoveStrings from the start. Raises `InvalidGameError`."""
    wanted = parse_variant(variant)
    text = (files("hexapoda.hive") / "data" / "openings.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return [tuple(moves.split(";")) for name, _, _, moves in rows if name == wanted]


def opening_variants() -> tuple[str, ...]:
    """The game types that have lines: all."""
    return VARIANTS
