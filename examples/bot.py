"""A simple bot: it plays the move that leaves the opponent the fewest replies. Play against it with

hexapoda play hive --black examples/bot.py:Bot
"""

from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.hive import Move, Position


class Bot(Engine):
    """Leaves the opponent as few moves as it can."""

    name = "bot"

    def search(self, position: Position, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Try every move and count the replies to it."""

        def replies(move: Move) -> int:
            position.push(move)
            count = len(position.legal_moves)
            position.pop()
            return count

        move = min(position.legal_moves, key=replies)
        return SearchResult(move, SearchInfo(depth=1, nodes=len(position.legal_moves), pv=(move,)))
