"""Games and positions as files: which formats a game offers, and the text in each of them.

The games write the formats. Pictures in other forms than SVG are made by the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.games import Game
from hexapoda.record import GameTree, Node
from hexapoda.sentence import Sentence
from hexapoda.web.problem import Problem

__all__ = ["ExportedFile", "export", "export_formats"]

_NAMES = {"pgn": "PGN", "sgf": "SGF", "gamestring": "GameString", "hexworld": "HexWorld link"}
_PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file for the user."""

    name: str
    media_type: str
    text: str


def export_formats(game: Game) -> list[dict[str, Any]]:
    """Return the formats of a game: `id`, `name`, `suffix`, and whether it keeps `variations`."""
    tree = game.tree_suffix
    formats = [_format(tree[1:], tree, variations=True)] if tree else []
    archive = game.archive
    for id in () if archive is None else archive.FORMATS:
        if id != tree[1:]:
            formats.append(_format(id, ".txt"))
    formats.append({"id": "json", "name": "JSON", "suffix": ".jsonl", "variations": False})
    if "svg" in game.picture_options:
        formats.append({"id": "svg", "name": "SVG", "suffix": ".svg", "variations": False})
    formats.append({"id": "text", "name": "text", "suffix": ".txt", "variations": False})
    return formats


def export(tree: GameTree, node: Node, format: str) -> ExportedFile:
    """Return a game in one of its formats. A picture and a text show the position of `node`; a format without
    variations has the line that leads to it. Raises `Problem` for an unknown format, and `HexapodaError` if
    the format cannot represent the game.
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
    if known[format]["variations"]:
        return ExportedFile(name, _PLAIN, game.format_tree(tree))
    moves = tuple(step.played for step in node.line() if step.played is not None)
    record = replace(tree.header, moves=moves)
    if format == "json":
        text = json.dumps(record.to_json(), ensure_ascii=False) + "\n"
        return ExportedFile(name, "application/x-ndjson", text)
    assert game.archive is not None
    return ExportedFile(name, _PLAIN, game.archive.record_text(record, format))


def _format(id: str, suffix: str, *, variations: bool = False) -> dict[str, Any]:
    return {"id": id, "name": _NAMES.get(id, id), "suffix": suffix, "variations": variations}
