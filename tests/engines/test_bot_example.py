"""`examples/bot.py`: short, and plays a whole game."""

from pathlib import Path

from hexapoda.engine import Limit
from hexapoda.hive import Position
from hexapoda.registry import parse_engine

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_its_class_has_twenty_lines_at_most() -> None:
    source = BOT.read_text(encoding="utf-8").splitlines()
    code = [
        line
        for line in source[
            source.index("from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult") :
        ]
        if line.strip()
    ]
    assert len(code) <= 20


def test_it_plays_a_game() -> None:
    bot = parse_engine(f"{BOT}:Bot").create()
    opponent = parse_engine("random:seed=5").create()
    position = Position("Base+MLP")
    while position.outcome() is None and position.ply < 120:
        player = (bot, opponent)[position.turn]
        position.push(player.search(position, Limit(time=1)).move)
    assert position.ply > 10


def test_it_leaves_the_fewest_replies() -> None:
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    move = parse_engine(f"{BOT}:Bot").create().search(position, Limit()).move

    def replies(text: str) -> int:
        after = position.copy()
        after.push(after.parse_move(text))
        return len(after.legal_moves)

    texts = [position.format_move(each) for each in position.legal_moves]
    assert replies(position.format_move(move)) == min(map(replies, texts))
