"""The logic of a game in progress, without a user interface, shared by the terminal and the web app.

`LiveGame` is a game in progress: its `Session` (position, players, result), its file on disk, its engines'
searches, and its hints. Front ends display it and pass on the user's actions. Nothing here prints, reads
input, or depends on a particular game.
"""

from hexapoda.play.advisor import Advice, Advisor
from hexapoda.play.aid import Aid
from hexapoda.play.autosave import Autosave, UnfinishedGame, unfinished_games
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
    "Aid",
    "Autosave",
    "EngineWork",
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
