"""Boards of Hive for a page: the definitions once, small drawings that use them, and games as JSON.

Owns what the browser gets to replay a game without knowing a rule: for every ply which piece went where and
how high. The look of the pieces is `hexapoda.hive.draw.picture`'s.
"""

from __future__ import annotations

from typing import Any

from hexapoda.errors import HexapodaError
from hexapoda.hive import PIECES, Cell, Piece, Position
from hexapoda.hive.draw.palette import DARK, LIGHT
from hexapoda.hive.draw.picture import center, hexagon, piece_symbols
from hexapoda.hive.game import HIVE
from hexapoda.record import GameRecord
from hexapoda.report import hex_board
from hexapoda.svg_element import number

__all__ = ["BOARD_CSS", "PIECE_NAMES", "definitions", "inks", "replay_json", "thumbnail"]

LOOK = "light"
PIECE_NAMES = [str(piece) for piece in PIECES]

BOARD_CSS = (
    f":root{{--felt:{LIGHT.background};--felt-line:{LIGHT.grid};--last:{LIGHT.last};--shadow:{LIGHT.shadow}}}"
    "@media screen and (prefers-color-scheme:dark){"
    f":root{{--felt:{DARK.background};--felt-line:{DARK.grid};--last:{DARK.last};--shadow:{DARK.shadow}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(1){{fill:{DARK.tiles[1].rim};stroke:{DARK.tiles[1].edge}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(2){{fill:{DARK.tiles[1].face}}}"
    f"#hexapoda-{LOOK}-tile-b path:nth-of-type(3){{stroke:{DARK.tiles[1].bevel}}}}}"
)
"""The colours of boards in light and in dark."""


def definitions() -> str:
    """An invisible SVG with every tile and bug, to stand once in the page."""
    ring = hexagon(96, 17)
    ghost = hexagon(86, 17)
    chip = hexagon(33, 6)
    shadow = hexagon(95, 17, 10)
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{piece_symbols(LIGHT, LOOK)}"
        f'<path id="hexapoda-ring" d="{ring}" fill="none" stroke-width="11"/>'
        f'<path id="hexapoda-ghost" d="{ghost}" fill="none" stroke-width="8" stroke-dasharray="22 15"/>'
        f'<path id="hexapoda-chip" d="{chip}" stroke-width="3.5"/>'
        f'<path id="hexapoda-shadow" d="{shadow}"/>'
        "</defs></svg>"
    )


def inks() -> dict[str, list[str]]:
    """For each kind of piece, `wQ`: the colour of its number, of its face and of its outline as a chip."""
    return {
        str(piece)[:2]: [
            LIGHT.tiles[piece.color].ink[piece.bug.value],
            LIGHT.tiles[piece.color].face,
            LIGHT.tiles[piece.color].chip,
        ]
        for piece in PIECES
    }


def thumbnail(position: Position, label: str) -> str:
    """A small picture that uses the definitions. `label` is HTML already."""
    stacks: dict[Cell, list[tuple[int, Piece]]] = {}
    for piece, (cell, height) in position.pieces().items():
        stacks.setdefault(cell, []).append((height, piece))
    parts, points = [], []
    for cell in sorted(stacks, key=lambda cell: (cell[1], cell[0])):
        for height, piece in sorted(stacks[cell], key=lambda item: item[0]):
            x, y = center(cell, height + 1)
            points.append((x, y))
            side = "wb"[piece.color]
            bug = f"hexapoda-{LOOK}-{side}{piece.bug.value}"
            parts.append(
                f'<g transform="translate({number(x)} {number(y)})">'
                f'<use href="#hexapoda-{LOOK}-tile-{side}"/>'
                f'<use href="#{bug}" transform="translate(0 -4) scale(1.22)"/>'
                "</g>"
            )
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    # All pictures of a page have one scale, unless the hive is larger than that.
    wide = max(max(xs) - min(xs) + 210, 1080.0)
    high = max(max(ys) - min(ys) + 230, wide * 5 / 9)
    left, top = (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) - high) / 2
    box = " ".join(map(number, (left, top, wide, high)))
    return f'<svg class="thumb" viewBox="{box}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def replay_json(record: GameRecord) -> dict[str, Any] | None:
    """The plies of a game for the page's script; None for a game that has no board here.

    Of Hex as `hex_board` tells; of Hive:

    `start`: the pieces on the board at first; `plies`: `[piece, q, r, height]`, or 0 for a pass; `texts`;
    `said`: what the players' engines told. A record that turns illegal ends there, with `broken` saying why.
    """
    if record.game == "hex":
        return _with_said(record, hex_board.replay_json(record))
    if record.game != HIVE.name:
        return None
    out: dict[str, Any] = {"start": [], "plies": [], "texts": []}
    try:
        rules = {**dict(record.rules), "opening": "free"}
        if record.start is None:
            position = HIVE.initial(record.variant, rules)
        else:
            position = HIVE.parse_position(record.start, rules)
        out["start"] = [[p.index, *cell, height] for p, (cell, height) in position.pieces().items()]
        for move in record.moves:
            parsed = position.parse_move(move.text)
            position.push(parsed)
            if parsed.piece is None or parsed.to is None:
                out["plies"].append(0)
            else:
                out["plies"].append([parsed.piece.index, *parsed.to, position.height_of(parsed.piece)])
            out["texts"].append(move.text)
    except HexapodaError as error:
        out["broken"] = str(error)
    return _with_said(record, out)


def _with_said(record: GameRecord, out: dict[str, Any] | None) -> dict[str, Any] | None:
    """A replay with what the players' engines told."""
    said = [] if out is None else [_said(move) for move in record.moves[: len(out["plies"])]]
    return out | {"said": said} if out is not None and any(said) else out


def _said(move: Any) -> Any:
    """Score, plies to a win, depth, nodes, milliseconds and book, without empty ends; 0 for nothing."""
    values = [
        None if move.score is None else round(move.score, 3),
        move.win_in,
        move.depth,
        move.nodes,
        None if move.time is None else round(move.time * 1000, 1),
        1 if move.book else None,
    ]
    while values and values[-1] is None:
        values.pop()
    return values or 0
