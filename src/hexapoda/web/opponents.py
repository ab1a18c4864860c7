"""The opponents of each game by id, and the catalog of games for pages.

Defines the ids. A page chooses an id from this list, and never sends the text of an engine, which could
contain options or a path.
"""

from __future__ import annotations

import re

from hexapoda.games import Game, find_game, game_names
from hexapoda.games.page_files import board_name
from hexapoda.games.translations import translated
from hexapoda.play import Opponent, friendly_opponent, opponents
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.catalog import GameJson, OpponentJson, OverlayKindJson, RuleJson
from hexapoda.web.exports import export_formats
from hexapoda.web.problem import Problem

__all__ = ["catalog_json", "find_opponent", "opponent_names", "opponents_by_id"]


def opponents_by_id(game: Game) -> dict[str, Opponent]:
    """Return the opponents of a game by id: first the levels, weakest first, then the other opponents."""
    found: dict[str, Opponent] = {}
    for opponent in opponents(game):
        base = re.sub(r"[^a-z0-9]+", "-", opponent.name.lower()).strip("-") or "engine"
        if opponent.level is not None:
            base = f"level-{opponent.level:g}"
        id, number = base, 2
        while id in found:
            id, number = f"{base}-{number}", number + 1
        found[id] = opponent
    return found


def opponent_names(game: Game) -> dict[str, tuple[str, str]]:
    """Return the id and name of each opponent, by the text of its engine."""
    return {opponent.text: (id, opponent.name) for id, opponent in opponents_by_id(game).items()}


def find_opponent(game: Game, id: str) -> Opponent:
    """Return the opponent with this id. Raises `Problem` 400."""
    known = opponents_by_id(game)
    if id not in known:
        raise Problem(
            400,
            Sentence(
                "no opponent is called {id!r}: expected human or one of {names}",
                id=id[:40],
                names=", ".join(known),
            ),
            "seats",
        )
    return known[id]


def catalog_json() -> list[GameJson]:
    """Return the catalog entries of all games."""
    return [_game_json(find_game(name)) for name in game_names()]


def _game_json(game: Game) -> GameJson:
    known = opponents_by_id(game)
    friendly = friendly_opponent(game)
    return translated(
        GameJson(
            name=game.name,
            title=game.title,
            goal=game.wording.goal,
            notice=game.notice,
            players=list(map(str, game.players)),
            plies_a_turn=game.plies_a_turn,
            default_engine=game.default_engine,
            sides=list(game.players),
            variants=list(game.variants),
            quick_variant=game.quick_variant,
            rules=[
                translated(
                    RuleJson(
                        name=rule.name,
                        choices=list(rule.choices),
                        summary=rule.summary,
                        title=game.wording.rule_name(rule),
                        labels=[game.wording.rule(rule, choice) for choice in rule.choices],
                        advised=dict(rule.advised),
                    )
                )
                for rule in game.rules
            ],
            opponents=[
                translated(OpponentJson(id=id, name=opponent.name, note=opponent.note, level=opponent.level))
                for id, opponent in known.items()
            ],
            friendly=next((id for id, opponent in known.items() if opponent.text == friendly.text), None),
            board=board_name(game),
            formats=export_formats(game),
            setup=game.position_editor is not None,
            overlays=_overlays_json(game),
            review=game.analysis.REVIEWS,
            draws=game.draws,
            lessons=len(game.lessons),
            indexed=game.archive is not None,
        )
    )


def _overlays_json(game: Game) -> list[OverlayKindJson]:
    """Return the overlays that a game can show on its board besides the pieces."""
    found: list[OverlayKindJson] = []
    for each in () if game.overlays is None else game.overlays.OVERLAYS:
        kind: OverlayKindJson = {"id": each.id, "key": each.key, "name": each.name, "about": each.about}
        if each.of_cell:
            kind["cell"] = True
        found.append(translated(kind))
    return found
