"""A game being played, with no screen in it: what the terminal and the web app have in common.

`LiveGame` is a game that goes on: its `Session` (position, players, result), its file on the disk, the
searches of its engines, and hints. Front ends draw it and pass on what people do. Nothing here prints, reads
a line, or names a game.
"""

from hexapoda.play.advisor import Advice, Advisor
from hexapoda.play.autosave import Autosave, UnfinishedGame, unfinished_games
from hexapoda.play.clock import GameClock
from hexapoda.play.engine_work import EngineWork
from hexapoda.play.live_game import LiveGame
from hexapoda.play.opponent import Opponent, friendly_opponent, opponents
from hexapoda.play.player import HUMAN, Player
from hexapoda.play.replay import Replay
from hexapoda.play.result import GameResult
from hexapoda.play.session import Session
from hexapoda.play.setup import Setup

__all__ = [
    "HUMAN",
    "Advice",
    "Advisor",
    "Autosave",
    "EngineWork",
    "GameClock",
    "GameResult",
    "LiveGame",
    "Opponent",
    "Player",
    "Replay",
    "Session",
    "Setup",
    "UnfinishedGame",
    "friendly_opponent",
    "opponents",
    "unfinished_games",
]
