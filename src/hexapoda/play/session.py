"""`Session`: a game in progress, with its position, players, undone moves and result.

Contains the state that is needed to resume the game later. `session_json` saves and loads it; the front ends
display it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from hexapoda.clock import Clock
from hexapoda.errors import UsageError
from hexapoda.games import Game
from hexapoda.play.aid import Aid, aid_tag
from hexapoda.play.player import Player
from hexapoda.play.result import GameResult
from hexapoda.record import Ending, GameRecord, MoveRecord
from hexapoda.record.given_moves import given_tag
from hexapoda.text.sentence import Sentence

__all__ = ["AGREED", "Session", "start_of"]

AGREED = Sentence("the players agreed on it")


def start_of(position: Any) -> Any:
    """Return a copy of `position` with all its moves undone."""
    start = position.copy()
    for _ in range(len(start.moves)):
        start.pop()
    return start


@dataclass
class Session:
    """One game, changed in place as it is played."""

    game: Game
    position: Any
    players: tuple[Player, Player]
    """Players 0 and 1."""
    texts: list[str] = field(default_factory=list)
    """The moves so far in canonical notation, one per ply."""
    resigned: int | None = None
    """The player who resigned, or None."""
    agreed_draw: bool = False
    clock: Clock | None = None
    undone: list[str] = field(default_factory=list)
    """Undone moves that `redo` can play again, the next one last."""
    seconds: list[float | None] = field(default_factory=list)
    """The seconds that each move took; None where no clock ran."""
    date: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    """When the game began, in UTC: `2026-03-02T18:30:00Z`."""
    aids: set[Aid] = field(default_factory=set)
    """The help that the players received. In a game between two people, the record lists it only with
    `AGREED`.
    """
    begun_with: int = 0
    """How many moves were given when the game began, counting those that are undone but can be redone."""

    def __post_init__(self) -> None:
        self.seconds += [None] * (len(self.texts) - len(self.seconds))

    @classmethod
    def begin(
        cls, game: Game, position: Any, players: tuple[Player, Player], clock: Clock | None = None
    ) -> Session:
        """Start a game at `position`. The moves that led there can be undone."""
        replay = start_of(position)
        texts = []
        for move in position.moves:
            texts.append(game.format_move(replay, move))
            replay.push(move)
        for player in players:
            player.new_game()
        aids = {Aid.MOVES} if texts else set()
        return cls(game, position, players, texts, clock=clock, aids=aids, begun_with=len(texts))

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.position.turn]

    @property
    def side(self) -> str:
        """The name of the side to move, such as `White`."""
        return self.side_of(self.position.turn)

    @property
    def humans(self) -> int:
        """The number of human players."""
        return sum(player.human for player in self.players)

    @property
    def given(self) -> int:
        """How many of the moves so far were given when the game began, and not played in it."""
        return min(self.begun_with, len(self.texts))

    @property
    def played(self) -> bool:
        """Whether a move was played after the given ones."""
        return len(self.texts) > self.given

    @property
    def tells_help(self) -> bool:
        """Whether the record lists the help. It does in a game of one person against an engine, and in a game
        between two people who agreed to allow help.
        """
        return self.humans == 1 or Aid.AGREED in self.aids

    def side_of(self, player: int) -> str:
        """Return the name of the side that player 0 or 1 has in the current position."""
        return self.game.wording.player(self.position, player)

    @property
    def lost_on_time(self) -> bool:
        """Whether the game ended because a player was out of time."""
        result = self.result()
        return result is not None and self._ending(result) is Ending.TIMEOUT

    def result(self) -> GameResult | None:
        """Return how the game ended, or None if it is not over."""
        if self.resigned is not None:
            winner = 1 - self.resigned
            return GameResult(
                winner, self.side_of(winner), Sentence("{name} resigns", name=self.side_of(self.resigned))
            )
        if self.agreed_draw:
            return GameResult(None, "", AGREED)
        outcome = self.position.outcome()
        if outcome is not None:
            name = "" if outcome.winner is None else self.side_of(outcome.winner)
            return GameResult(outcome.winner, name, self.game.wording.reason(outcome))
        late = None if self.clock is None else self.clock.flagged()
        if late is not None:
            return GameResult(
                1 - late, self.side_of(1 - late), Sentence("{name} is out of time", name=self.side_of(late))
            )
        return None

    def play(self, move: Any) -> str:
        """Play a legal move and return its text. Raises `IllegalMoveError`."""
        before = self.position.copy()
        self.position.push(move)
        text = self.game.format_move(before, move)
        self.texts.append(text)
        self.seconds.append(None)
        if self.undone and self.undone[-1] == text:
            self.undone.pop()
        else:
            self.undone.clear()
            self.begun_with = min(self.begun_with, len(self.texts) - 1)
        return text

    def undo(self, plies: int | None = None) -> int:
        """Undo `plies` plies. If None, undo one; against an engine, undo until it is the human's turn again.

        Returns the number of undone plies; 0 if fewer than `plies` were played. A resignation or an agreed
        draw is undone first and does not count as a ply; if `plies` is None, nothing else is undone. Raises
        `UsageError` after a loss on time, because the player would still be out of time.
        """
        self._require_time()
        if self.resigned is not None or self.agreed_draw:
            self.resigned, self.agreed_draw = None, False
            self.aids.add(Aid.UNDO)
            if plies is None:
                return 0
        played = len(self.texts)
        wanted = plies
        if wanted is None:
            wanted = 1
            while self.humans == 1 and wanted <= played and not self._human_before(wanted):
                wanted += 1
        if wanted > played:
            return 0
        self.aids.add(Aid.UNDO)
        for _ in range(wanted):
            self.position.pop()
            self.seconds.pop()
            self.undone.append(self.texts.pop())
        return wanted

    def redo(self, plies: int | None = None) -> int:
        """Redo `plies` undone plies. If None, redo one; against an engine, redo until it is the human's turn.

        Returns the number of redone plies; 0 if fewer than `plies` can be redone. Raises `UsageError` if the
        game ended on time, by resignation or by agreement.
        """
        self._require_time()
        if (plies or 1) > len(self.undone):
            return 0
        self._require_not_over()
        done = 0
        while self.undone and (done < plies if plies is not None else done == 0 or self._is_engine_turn()):
            self.play(self.game.parse_move(self.position, self.undone[-1]))
            done += 1
        return done

    def rename(self, player: int, name: str) -> None:
        """Give player 0 or 1 another name."""
        renamed = replace(self.players[player], name=name)
        self.players = (renamed, self.players[1]) if player == 0 else (self.players[0], renamed)

    def resign(self) -> None:
        """Resign for the player to move. Raises `UsageError` if the game is over."""
        self._require_not_over()
        self.resigned = self.position.turn

    def agree_draw(self) -> None:
        """End the game as a draw by agreement. Raises `UsageError` if the game is over."""
        self._require_not_over()
        self.agreed_draw = True

    def record(self) -> GameRecord:
        """Return the game as a record, for storage and for game files."""
        result = self.result()
        start = start_of(self.position)
        rules = dict(self.game.rules_of(self.position))
        initial = self.game.initial(self.position.variant, rules)
        begin = self.game.format_position(start)
        return GameRecord(
            game=self.game.name,
            variant=self.position.variant,
            players=(self.players[0].record, self.players[1].record),
            moves=tuple(
                MoveRecord(text, time=time) for text, time in zip(self.texts, self.seconds, strict=True)
            ),
            winner=None if result is None else result.winner,
            finished=result is not None,
            ending=self._ending(result),
            rules=tuple(self.game.changed_rules(rules).items()),
            start=None if begin == self.game.format_position(initial) else begin,
            detail="" if result is None else result.reason,
            date=self.date,
            tags=self._tags(),
        )

    def summary(self) -> dict[str, object]:
        """Return a JSON object with the result, winner, reason, variant, number of plies, game string and
        position.
        """
        result = self.result()
        winner = None if result is None or result.winner is None else self.game.players[result.winner]
        state = "NotStarted" if not self.position.ply else "InProgress"
        if result is not None:
            state = "Draw" if winner is None else f"{winner}Wins"
        return {
            "result": state,
            "winner": winner,
            "reason": None if result is None else result.reason,
            "variant": self.position.variant,
            "plies": self.position.ply,
            "game": self.game.game_string(self.position),
            "position": self.game.format_position(self.position),
        }

    def _tags(self) -> tuple[tuple[str, str], ...]:
        clock = () if self.clock is None else (("TimeControl", self.clock.controls[0].text),)
        help = (aid_tag(self.aids),) if self.tells_help else ()
        return *clock, *help, *given_tag(self.given)

    def _ending(self, result: GameResult | None) -> Ending:
        if result is None:
            return Ending.INTERRUPTED
        if self.resigned is not None:
            return Ending.RESIGN
        over = self.agreed_draw or self.position.outcome() is not None
        return Ending.NORMAL if over else Ending.TIMEOUT

    def _human_before(self, plies: int) -> bool:
        return self.players[(self.position.turn + plies) % 2].human

    def _is_engine_turn(self) -> bool:
        """Return whether it is the engine's turn in a game against a human."""
        return self.humans == 1 and not self.player.human

    def _require_time(self) -> None:
        if self.lost_on_time:
            raise UsageError(Sentence("a loss on time cannot be undone"))

    def _require_not_over(self) -> None:
        if self.result() is not None:
            raise UsageError(Sentence("the game is over"))
