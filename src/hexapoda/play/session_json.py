"""Sessions to JSON and back: the record of the game, and the state that a record does not contain.

Defines the format of saved games, and also reads its first version, `hexapoda game 1`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from hexapoda.clock import Clock
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games import Game, find_game
from hexapoda.play.aid import HELP_TAG, aids_in
from hexapoda.play.player import HUMAN, Player
from hexapoda.play.session import Session
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.game_record import json_fault
from hexapoda.record.given_moves import given_in

__all__ = ["FORMAT", "dump_session", "read_saved", "replay_record", "restore_session"]

FORMAT = "hexapoda game 2"
_OLD_FORMAT = "hexapoda game 1"


def dump_session(session: Session, more: Mapping[str, object] | None = None) -> str:
    """Return a game as the text of a JSON object, for `restore_session`. `more`: further fields to add."""
    value: dict[str, Any] = {"format": FORMAT, **session.record().to_json()}
    if session.resigned is not None:
        value["resigned"] = session.resigned
    if session.agreed_draw:
        value["agreed_draw"] = True
    if session.undone:
        value["undone"] = session.undone
    if session.begun_with > session.given:
        value["begun_with"] = session.begun_with
    if session.result() is None:
        value["turn"] = session.position.turn
    if session.clock is not None:
        value["clock"] = session.clock.to_json()
    return json.dumps({**value, **(more or {})}, ensure_ascii=False, indent=1) + "\n"


def read_saved(text: str) -> tuple[GameRecord, Mapping[str, Any]]:
    """Return the record of a saved game, and a mapping with its other fields. Raises `InvalidGameError`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidGameError(f"not a saved game: {error}") from None
    found = value.get("format") if isinstance(value, dict) else None
    if found == _OLD_FORMAT:
        return _old_record(value)
    if found != FORMAT:
        raise InvalidGameError(f"not a saved game: expected an object with format {FORMAT!r}")
    return GameRecord.from_json(value), value


def restore_session(
    text: str,
    players: tuple[Player | None, Player | None] = (None, None),
    now: Callable[[], float] = time.monotonic,
) -> Session:
    """Restore a game from the text that `dump_session` returned. `players` that are not None replace the
    saved ones; `now` is passed to the `Clock`.

    Raises `InvalidGameError` if the text is not a saved game or a move is illegal, and the errors of
    `Player.of`, for example if an engine of the game no longer exists.
    """
    record, extra = read_saved(text)
    game, position, texts = replay_record(record)
    resigned, undone = extra.get("resigned"), extra.get("undone", [])
    if resigned not in (None, 0, 1) or isinstance(resigned, bool):
        raise InvalidGameError(f"the saved game is damaged: resigned is {resigned!r:.40}")
    if not isinstance(undone, list) or not all(isinstance(each, str) for each in undone):
        raise InvalidGameError(f"the saved game is damaged: undone is {undone!r:.40}")
    begun_with = extra.get("begun_with", given_in(record.tags))
    if not isinstance(begun_with, int) or isinstance(begun_with, bool) or begun_with < 0:
        raise InvalidGameError(f"the saved game is damaged: begun_with is {begun_with!r:.40}")
    clock = Clock.from_json(extra["clock"], now=now) if "clock" in extra else None
    first, second = (known.engine or HUMAN for known in record.players)
    both = Player.both((first, second), game.name, given=players)
    seconds = [played.time for played in record.moves]
    session = Session(
        game, position, both, texts, resigned, clock=clock, undone=list(undone), seconds=seconds
    )
    session.agreed_draw = extra.get("agreed_draw") is True
    session.date = record.date
    session.begun_with = min(begun_with, len(texts) + len(undone))
    if session.humans == 1 or HELP_TAG in dict(record.tags):
        session.aids = set(aids_in(record.tags))
    return session


def replay_record(record: GameRecord) -> tuple[Game, Any, list[str]]:
    """Replay a record. Returns its game, the final position, and the moves in canonical notation.

    Raises `InvalidGameError` with the ply of the first illegal move.
    """
    texts: list[str] = []
    try:
        game = find_game(record.game)
        rules = dict(record.rules)
        if record.start is None:
            position: Any = game.initial(record.variant, rules)
        else:
            position = game.parse_position(record.start, rules)
        for played in record.moves:
            move = game.recorded_move(position, played.text)
            texts.append(game.format_move(position, move))
            game.push_recorded(position, move)
    except HexapodaError as error:
        ply = len(texts) + 1
        raise InvalidGameError(f"the game cannot be replayed from ply {ply} on: {error}", ply=ply) from error
    return game, position, texts


def _old_record(value: Mapping[str, Any]) -> tuple[GameRecord, Mapping[str, Any]]:
    """Read a game saved in the first format, `hexapoda game 1`."""
    try:
        game = find_game(str(value["game"]))
        names = [str(value[player.lower()]) for player in game.players]
        players = [PlayerRecord(name, "" if name == HUMAN else name) for name in names]
        resigned = value.get("resigned")
        rules = {str(name): str(choice) for name, choice in value["rules"].items()}
        record = GameRecord(
            game=game.name,
            variant=str(value["variant"]),
            players=(players[0], players[1]),
            moves=tuple(MoveRecord(str(text)) for text in value["moves"]),
            winner=None,
            finished=False,
            ending=Ending.INTERRUPTED,
            rules=tuple(game.changed_rules(rules).items()),
            start=str(value["start"]),
        )
        return record, {"resigned": None if resigned is None else game.players.index(resigned)}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InvalidGameError(f"the saved game is damaged: {json_fault(error)}") from error
