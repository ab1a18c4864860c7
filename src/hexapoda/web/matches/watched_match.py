"""`WatchedMatch`: one match as JSON, with its settings, its result so far, and all its games.

Defines the form of this JSON. The result comes from `arena.comparison`, as on the command line.
"""

from __future__ import annotations

import datetime
import time
from itertools import islice
from pathlib import Path, PurePath
from typing import TypedDict, cast

from hexapoda.arena.comparison import result_json
from hexapoda.arena.figures import OpeningKeys
from hexapoda.arena.match import MatchResult, SprtState, result_of
from hexapoda.arena.running_games import RunningMatch, read_running
from hexapoda.arena.scoreboard import FAULTS, GameSummary
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.verdict import verdict_of
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games.translations import translated
from hexapoda.page.record_json import record_json
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.match import (
    ConclusionJson,
    EngineLimitsJson,
    FiguresJson,
    Hypothesis,
    MatchGameJson,
    MatchGameRowJson,
    MatchGamesJson,
    MatchResultJson,
    MatchRowJson,
    RunningMatchJson,
    WholeMatchJson,
)
from hexapoda.web.matches.figures_json import figures_json
from hexapoda.web.matches.journal_reader import JournalReader
from hexapoda.web.matches.running_boards import RunningBoards
from hexapoda.web.problem import Problem
from hexapoda.web.runs.watched_run import games_of

__all__ = ["WatchedMatch"]

_FAULTS_SHOWN = 10
_LONGEST = 2000
"""The maximum length of a game that can be shown, in plies."""
_NOT_SHOWN = ("match", "folder", "seconds", "control", "controls", "openings", "faults")
"""Keys of a result that pages receive in another form, or that describe the machine."""


class _AboutJson(TypedDict):
    """The fields of `WholeMatchJson` that are computed from the games."""

    result: MatchResultJson | None
    conclusion: ConclusionJson | None
    figures: FiguresJson | None


_NOTHING: _AboutJson = {"result": None, "conclusion": None, "figures": None}


class WatchedMatch:
    """A match that pages watch. It is not thread-safe."""

    def __init__(self, folder: Path, id: str) -> None:
        """`folder`: the folder of its journal; `id`: its id for pages."""
        self.id = id
        self._folder = folder
        self._reader = JournalReader(folder)
        self._sprt: SprtState | None = None
        self._result: tuple[int, MatchResult | None, MatchResultJson | None] = (-1, None, None)
        self._about: tuple[int, _AboutJson] = (-1, _NOTHING)
        self._openings: OpeningKeys = {}
        self._boards: tuple[MatchSettings, RunningBoards] | None = None
        self._running: RunningMatch | None = None
        self._running_trouble = ""

    @property
    def games(self) -> int:
        """The number of games that have been read, all of which are kept in memory."""
        return len(self._reader.board.games)

    @property
    def share(self) -> float:
        """The fraction of the journal that has been read, from 0 to 1."""
        return self._reader.share

    @property
    def running(self) -> bool:
        """Whether the match is being played."""
        return self._running is not None

    @property
    def version(self) -> str:
        """A string that changes whenever anything other than the running games changes."""
        reader = self._reader
        return f"{reader.date:.3f}-{reader.changes}-{int(self.running)}-{self._running_trouble}"

    def update(self, seconds: float) -> None:
        """Read new data for about `seconds`."""
        self._reader.update(seconds)
        self._running_trouble = ""
        try:
            self._running = read_running(self._folder)
        except InvalidGameError as error:
            self._running, self._running_trouble = None, str(error)

    # ---- the match ---------------------------------------------------------------------------------

    def brief_json(self) -> MatchRowJson:
        """Return the row of the match in a list."""
        reader, settings = self._reader, self._reader.settings
        _, result = (None, None) if settings is None else self._compute(settings)
        run = games_of(self.id)
        found: MatchRowJson = {
            "id": self.id,
            "run": None if run is None else run[0],
            "date": _time(reader.date),
            "trouble": self._trouble(),
            "running": self.running,
            "share": round(reader.share, 3),
        }
        if settings is None:
            return found
        standings = [] if result is None else result.get("standings", [])
        row: MatchRowJson = {
            **found,
            "game": settings.game,
            "variant": settings.variant,
            "format": settings.format,
            "engines": list(reader.names),
            "total": settings.total,
            "played": self.games,
            "finished": result is not None and result["finished"],
            "sprt": settings.sprt is not None,
            "rated": settings.ladder is not None,
            "leader": standings[0]["name"] if standings and self.games and settings.ladder is None else None,
        }
        if result is not None and "wins" in result:
            row["wins"], row["draws"], row["losses"] = result["wins"], result["draws"], result["losses"]
            row["verdict"] = result["verdict"]
        return row

    def match_json(self) -> WholeMatchJson:
        """Return the settings and the result so far."""
        settings = self._reader.settings
        if settings is None:
            return cast(WholeMatchJson, self.brief_json())  # all its other fields may be missing
        board, sprt = self._reader.board, settings.sprt
        own: WholeMatchJson = {
            **self.brief_json(),
            "settings": {
                "limits": [_limits(settings, engine) for engine in range(len(settings.engines))],
                "openings": {
                    # Only the name: spectators should not see the path of an openings file.
                    "source": PurePath(str(settings.opening_source)).name,
                    "count": len(settings.openings),
                },
                "rules": dict(settings.rules),
                "adjudication": settings.adjudication.to_json(),
                "seed": settings.seed,
                "concurrency": settings.concurrency,
            },
            **self._about_json(settings),
            "test": None,
            "faults": [
                {
                    "engine": fault.engine,
                    "game": fault.game,
                    "ending": fault.ending.value,
                    "detail": fault.detail,
                }
                for fault in board.faults[: -_FAULTS_SHOWN - 1 : -1]
            ],
            "fault_count": len(board.faults),
        }
        if sprt is not None and self._sprt is not None:
            state = self._sprt
            own["test"] = {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "model": sprt.model,
                "llr": state.llr,
                "lower": state.lower,
                "upper": state.upper,
                "pairs": state.pairs,
                "verdict": cast("Hypothesis | None", state.verdict),
            }
        return own

    def running_json(self) -> RunningMatchJson | None:
        """Return the games that are being played now; None if the match is not running."""
        settings, running = self._reader.settings, self._running
        if settings is None or running is None:
            return None
        if self._boards is None or self._boards[0] is not settings:
            self._boards = (settings, RunningBoards(settings, self._reader.names))
        # A game that has just ended is listed until the file is rewritten for the next game.
        known = [
            game
            for game in running.games
            if game.record.game == settings.game
            and all(player.name in self._reader.names for player in game.record.players)
        ]
        left = settings.total - self.games
        elapsed = time.time() - running.began
        shown = self._boards[1].games_json(known)
        return {
            "seconds_left": max(elapsed, 0.0) / running.played * left if running.played else None,
            "games": shown,
            "more": len(known) - len(shown),
        }

    # ---- its games ---------------------------------------------------------------------------------

    def games_json(self, offset: int, limit: int | None, only: str) -> MatchGamesJson:
        """Return finished games, the latest first: up to `limit` games after the first `offset`, or all games
        after it if `limit` is None. `only`: the kind of games to return, as in their rows; empty for all.
        """
        games = self._reader.board.games.values()
        found = [game for game in games if not only or only in _kinds(game)]
        rows = islice(reversed(found), offset, None if limit is None else offset + limit)
        return {"games": [self._row(game) for game in rows], "total": len(found), "offset": offset}

    def game_json(self, number: int) -> MatchGameJson:
        """Return a game with its record, which has the board after every move. Raises `Problem`."""
        try:
            record = self._reader.record(number)
            if record is None and self._running is not None:
                playing = (game.record for game in self._running.games)
                record = next((each for each in playing if each.number == number), None)
            if record is None:
                raise Problem(
                    404, Sentence("the match {id!r} has no game {number} yet", id=self.id, number=number)
                )
            if record.plies > _LONGEST:
                raise Problem(
                    400,
                    Sentence(
                        "game {number} has {plies} plies: at most {most} can be shown",
                        number=number,
                        plies=record.plies,
                        most=_LONGEST,
                    ),
                )
            return {"number": number, "record": record_json(record)}
        except HexapodaError as error:
            raise Problem(
                409,
                Sentence(
                    "game {number} of the match {id!r} is damaged: {why}",
                    number=number,
                    id=self.id,
                    why=message_of(error),
                ),
            ) from None

    def _row(self, game: GameSummary) -> MatchGameRowJson:
        return {
            "number": game.number,
            "engines": [self._reader.names.index(name) for name in game.names],
            "winner": game.winner,
            "ending": game.ending.value,
            "detail": game.detail,
            "kinds": _kinds(game),
            "plies": game.plies,
        }

    # ---- parts -------------------------------------------------------------------------------------

    def _trouble(self) -> str:
        return self._reader.trouble or self._running_trouble

    def _compute(self, settings: MatchSettings) -> tuple[MatchResult | None, MatchResultJson | None]:
        """Return the result, and its JSON without the keys in `_NOT_SHOWN`; both are None if the result
        cannot be computed.
        """
        reader = self._reader
        if self._result[0] != reader.changes:
            found: MatchResult | None = None
            shown: MatchResultJson | None = None
            try:
                self._sprt = None if reader.test is None else reader.test.update(reader.board)
                found = result_of(settings, reader.board, self._sprt)
                parts = {name: value for name, value in result_json(found).items() if name not in _NOT_SHOWN}
                shown = cast(MatchResultJson, parts)
            except (HexapodaError, ValueError, ArithmeticError) as error:
                reader.trouble = reader.trouble or f"the result cannot be computed: {error}"
                found = None
            self._result = (reader.changes, found, shown)
        return self._result[1:]

    def _about_json(self, settings: MatchSettings) -> _AboutJson:
        """Return the result, the conclusion from it, and the other figures."""
        reader = self._reader
        result, shown = self._compute(settings)
        if result is None:
            return _NOTHING
        if self._about[0] != reader.changes:
            verdict = verdict_of(settings, result.board, result.finished)
            about: _AboutJson = {
                "result": shown,
                "conclusion": translated(
                    ConclusionJson(
                        headline=list(verdict.headline),
                        doubts=verdict.doubts,
                        notes=list(verdict.notes),
                    )
                ),
                "figures": figures_json(settings, result.board, self._openings),
            }
            self._about = (reader.changes, about)
        return self._about[1]


def _kinds(game: GameSummary) -> list[str]:
    """Return the kinds of a game, by which pages can filter games."""
    if not game.scored:
        return ["unscored"]
    result = "drawn" if game.winner is None else ("first", "second")[game.winner]
    return [result, "fault"] if game.ending in FAULTS else [result]


def _limits(settings: MatchSettings, engine: int) -> EngineLimitsJson:
    control = settings.control_of(engine)
    return {"time": control.text, "nodes": control.nodes, "depth": control.depth}


def _time(seconds: float) -> str:
    """Return a time as ISO 8601 in UTC."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")
