"""Writing games of Hex as SGF, HexWorld links and lines of text, and converting records to these formats.

Owns the choice of the format and what each format keeps. SGF keeps everything. A link keeps the board, the
moves and a resignation; a line of text keeps the board, the rule, the initial stones and the moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hexapoda.errors import InvalidGameError
from hexapoda.game_file import existing, format_of
from hexapoda.games.record_files import games_below
from hexapoda.hex.outcome import WINS
from hexapoda.hex.records.game import RecordedGame
from hexapoda.hex.records.hexworld import format_link
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record
from hexapoda.hex.records.sgf_writer import format_sgf, root_properties
from hexapoda.output_file import write_texts

__all__ = ["WRITABLE", "convert", "format_game", "write_games"]

WRITABLE = ("sgf", "hexworld", "gamestring")
"""The formats that can be written."""


def convert(
    in_path: str | Path,
    out_path: str | Path,
    *,
    format: str | None = None,
    plain: bool = False,
    force: bool = False,
) -> int:
    """Write all games of a file, or of all files below a folder, into one file; return their number. `format`
    is one of `WRITABLE`, or None to choose by the ending of `out_path`. `plain` leaves out of SGF what some
    programs cannot read: comments, glyphs, variations. A file at `out_path` is replaced only with `force`,
    and stays unchanged after an error. Raises `UsageError` for bad paths and formats, `FileInTheWayError` for
    a file that would be replaced, `InvalidGameError` for a bad game, for one that the format cannot
    represent, or if there are no games.
    """
    [source] = existing([in_path])
    games = games_below(source, drafts, record)  # read only after the format and `out_path` are checked
    return write_games(games, out_path, format, plain=plain, force=force)


def write_games(
    games: Iterable[RecordedGame],
    path: str | Path,
    format: str | None = None,
    *,
    plain: bool = False,
    force: bool = False,
) -> int:
    """Write games into a file atomically; return their number. Writes nothing without games. Raises the
    errors of `convert`.
    """
    chosen = format_of(Path(path), WRITABLE, format, game="Hex")
    return write_texts(path, (format_game(game, chosen, plain=plain) for game in games), force=force)


def format_game(game: RecordedGame, format: str, *, plain: bool = False) -> str:
    """Return one game in one of the formats `WRITABLE`, with a final newline. Raises `InvalidGameError` for a
    game that the format cannot represent.
    """
    if format == "gamestring":
        return game.game_string() + "\n"
    winner = None if game.claimed is None else WINS.index(game.claimed)
    if game.state in WINS:
        winner = WINS.index(game.state)
    if format == "sgf":
        properties = root_properties(
            game.initial(),
            black=game.black or "",
            white=game.white or "",
            winner=winner,
            ending="" if game.state in WINS else game.ending,
            tags=game.tags,
        )
        return format_sgf(properties, game.root, plain=plain)
    if game.start is not None:
        raise InvalidGameError(
            f"{game.source}, line {game.line}: a game with initial stones cannot be written as a link",
            source=game.source,
            line=game.line,
        )
    gave_up = None
    if game.ending and winner is not None and game.state not in WINS:
        gave_up = (1 - winner) ^ game.position().sides_swapped
    link = format_link(
        game.variant, map(str, game.moves), gave_up=gave_up, forfeit=game.ending in ("forfeit", "time")
    )
    return link + "\n"
