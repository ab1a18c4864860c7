"""Games and positions as files: the formats that a game offers, and exporting a game in any of them.

`hexapoda.record` and the games produce the text. The page itself converts the SVG picture to other image
formats.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexapoda.games import Game
from hexapoda.record import GameTree, Node, format_game
from hexapoda.record.journal import JOURNAL
from hexapoda.record.writing import writable
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.catalog import FormatJson
from hexapoda.web.problem import Problem

__all__ = ["ExportedFile", "export", "export_formats"]

_PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to download."""

    name: str
    media_type: str
    text: str


def export_formats(game: Game) -> list[FormatJson]:
    """Return the formats of a game: its record formats, an SVG picture if it has one, and plain text."""
    formats = [
        _format(row.name, row.title or row.name, row.endings[0], variations=row.whole)
        for row in sorted(writable(game.name), key=lambda row: (row is JOURNAL, not row.whole))
    ]
    if "svg" in game.picture_options:
        formats.append(_format("svg", "SVG", ".svg"))
    return [*formats, _format("text", "text", ".txt")]


def export(tree: GameTree, node: Node, format: str) -> ExportedFile:
    """Return a game in one of its formats. A picture or plain text shows the position of `node`; a format
    without variations contains the line that leads to `node`. Raises `Problem` for an unknown format, and
    `HexapodaError` if the format cannot represent the game.
    """
    game = tree.game
    known = {row["id"]: row for row in export_formats(game)}
    if format not in known:
        expected = ", ".join(known)
        raise Problem(
            400,
            Sentence(
                "{title} has no format {format!r}: expected one of {expected}",
                title=game.title,
                format=format[:40],
                expected=expected,
            ),
            "format",
        )
    suffix = known[format]["suffix"]
    name = f"{game.name}-{'position' if format in ('svg', 'text') else 'game'}{suffix}"
    if format == "svg":
        return ExportedFile(name, "image/svg+xml", game.draw(tree.position(node), "svg"))
    if format == "text":
        return ExportedFile(name, _PLAIN, game.draw(tree.position(node), "text") + "\n")
    if not known[format]["variations"]:
        moves = tuple(step.played for step in node.line() if step.played is not None)
        tree = GameTree(game, replace(tree.header, moves=moves))
    media_type = "application/x-ndjson" if format == JOURNAL.name else _PLAIN
    return ExportedFile(name, media_type, format_game(tree, format))


def _format(id: str, name: str, suffix: str, *, variations: bool = False) -> FormatJson:
    return {"id": id, "name": name, "suffix": suffix, "variations": variations}
