"""A position that a visitor sets up by hand, as JSON for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.games.position_editor import PieceOnBoard
from hexapoda.games.translations import translated
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.position import SetupJson
from hexapoda.web.problem import Problem

__all__ = ["setup_json"]


def setup_json(
    game: Game,
    variant: str | None,
    rules: Mapping[str, str],
    pieces: Sequence[PieceOnBoard],
    player: int,
    text: str | None,
) -> SetupJson:
    """Return the position with its board, whether it is valid, and the pieces left to place. `text`: a
    position to start from, which replaces `variant`, `rules`, `pieces` and `player`. Raises `Problem`.
    """
    editor = game.position_editor
    if editor is None:
        raise Problem(
            404, Sentence("positions of {title} cannot be set up by hand", title=game.title), "game"
        )
    if text is not None:
        try:
            begin = game.parse_position(text, rules)
        except HexapodaError as error:
            raise Problem(400, message_of(error), "text") from None
        variant, rules = begin.variant, game.rules_of(begin)
        pieces, player = editor.pieces_of(begin), begin.turn
    try:
        found = editor.edited(variant or game.variants[0], rules, pieces, player)
    except HexapodaError as error:
        raise Problem(400, message_of(error), "pieces") from None
    return translated(
        SetupJson(
            game=game.name,
            variant=found.board["variant"],
            rules=found.board["rules"],
            pieces=[{"piece": each.piece, "cell": each.cell} for each in pieces],
            player=player,
            board=found.board,
            tray=[{"piece": each.piece, "player": each.player, "left": each.left} for each in found.tray],
            open=None if found.free is None else list(found.free),
            valid=found.position is not None,
            problem=found.problem or None,
            cells=list(found.cells),
            start=None if found.position is None else game.format_position(found.position),
        )
    )
