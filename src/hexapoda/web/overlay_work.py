"""Computes overlays for pages, in worker processes. An overlay is anything that a game shows on its board
besides the pieces.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic_core import to_json

from hexapoda.games.overlay import OverlayMarks
from hexapoda.games.translations import translated
from hexapoda.page.record_json import filled
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.position import OverlayCellJson, OverlayJson
from hexapoda.web.position_fields import Coordinate, PositionFields, find_position
from hexapoda.web.problem import Problem

__all__ = ["OverlayFields", "show_overlays"]

_SECONDS = 1.0
"""The time limit for each overlay in seconds, because a page waits for it."""


class OverlayFields(PositionFields):
    """The position and the overlays to show for it."""

    kinds: list[Annotated[str, Field(max_length=40)]] = Field(min_length=1, max_length=6)
    cell: tuple[Coordinate, Coordinate] | None = Field(
        default=None, description="The cell that an overlay is about."
    )


def show_overlays(fields: OverlayFields) -> bytes:
    """Return the overlays as JSON. Raises `Problem` and `HexapodaError`."""
    named = find_position(fields)
    overlays = named.game.overlays
    if overlays is None:
        raise Problem(400, Sentence("{title} has no overlays", title=named.game.title), "kinds")
    known = [overlay.id for overlay in overlays.OVERLAYS]
    for id in fields.kinds:
        if id not in known:
            raise Problem(400, f"no overlay {id!r}: expected one of {', '.join(known)}", "kinds")
    shown = [
        _json(id, overlays.show(named.position.copy(), id, fields.cell, _SECONDS)) for id in fields.kinds
    ]
    return to_json({"overlays": shown})


def _json(id: str, marks: OverlayMarks) -> OverlayJson:
    cells: list[OverlayCellJson] = [
        filled(OverlayCellJson(cell=mark.cell, tone=mark.tone, value=mark.value, label=mark.label))
        for mark in marks.cells
    ]
    return translated(
        OverlayJson(id=id, cells=cells, lines=list(marks.lines), text=marks.text, partial=marks.partial)
    )
