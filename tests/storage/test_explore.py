"""What was played from a position, against counting by hand over games, their images and transpositions."""

from __future__ import annotations

from collections import Counter

import pytest

from hexapoda.hive import Position
from hexapoda.hive.text.game_string import parse_game_string
from hexapoda.record import GameRecord
from hexapoda.storage import Exploration, GameFilter, Store
from tests.storage.played import image, random_position, record, symmetries

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def test_there_are_twelve_symmetries() -> None:
    assert len(set(symmetries())) == 12
    game = random_position(3)
    assert len({image(game, matrix).game_string() for matrix in symmetries()}) == 12


def replayed(game: GameRecord) -> Position:
    texts = ";".join(move.text for move in game.moves)
    position = Position(game.variant, opening="free", repetition=False)
    return parse_game_string(
        f"{game.variant};InProgress;{position.turn_text};{texts}", opening="free", repetition=False
    )


def by_hand(games: list[GameRecord], at: Position) -> dict[int | None, Counter[str]]:
    """Results of the games by the canonical key of the position after the move; None where they end."""
    counts: dict[int | None, Counter[str]] = {}
    for game in games:
        last = replayed(game)
        walk = Position(game.variant, opening="free", repetition=False)
        went = set()
        for move in last.moves:
            here = walk.canonical_key == at.canonical_key
            walk.push(move)
            if here:
                went.add(walk.canonical_key)
        for key in went:
            counts.setdefault(key, Counter())[game.result] += 1
        if walk.canonical_key == at.canonical_key:
            counts.setdefault(None, Counter())[game.result] += 1
    return counts


def as_counts(found: Exploration, at: Position) -> dict[int | None, Counter[str]]:
    out: dict[int | None, Counter[str]] = {}
    rows = [(move.texts, move.totals) for move in found.moves]
    if found.ended.games:
        rows.append(((), found.ended))
    for texts, totals in rows:
        key = None
        keys = set()
        for text in texts:
            after = at.copy()
            after.push(after.parse_move(text))
            keys.add(after.canonical_key)
        if texts:
            (key,) = keys  # all that are shown as the same are the same
        numbers = (totals.wins0, totals.wins1, totals.draws, totals.unfinished)
        assert key not in out
        out[key] = Counter({r: n for r, n in zip(RESULTS, numbers, strict=True) if n})
    return out


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    maps = symmetries()
    found = []
    for seed in range(60):
        game = random_position(seed % 20, ("Base+MLP", "Base")[seed % 2], 14)
        found.append(record(image(game, maps[seed % 12]), (f"n{seed}", "b"), RESULTS[seed % 4]))
    return found


def test_counts_are_those_made_by_hand(url: str, games: list[GameRecord]) -> None:
    met = 0
    with Store.open(url) as store:
        store.add_many(games)
        for game in games[::13] if url.endswith(".db") else games[:1]:
            walk = Position(game.variant, opening="free", repetition=False)
            for move in [*replayed(game).moves, None]:
                expected = by_hand(games, walk)
                for matrix in symmetries()[:: 5 if walk.ply > 4 else 1]:
                    at = image(walk, matrix)
                    found = store.explore(at)
                    assert as_counts(found, at) == expected
                met += sum(sum(count.values()) for count in expected.values()) > 1
                if move is not None:
                    walk.push(move)
    assert met > 10  # positions that several games share


def test_transpositions_meet(url: str) -> None:
    first = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wG1 /wQ;bG1 bQ\\"
    second = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wG1 /wQ;bG1 bQ\\;wA1 -wQ;bA1 bQ-"
    games = [record(parse_game_string(text)) for text in (first, second)]
    with Store.open(url) as store:
        assert store.add_many(games).added == 2
        found = store.explore(parse_game_string(first))
        assert (found.totals.games, found.ended.games, found.moves) == (2, 2, ())
        four = store.explore(parse_game_string(";".join(first.split(";")[:7])))
        assert [(move.texts, move.totals.games) for move in four.moves] == [
            (("wA1 -wQ",), 1),
            (("wG1 /wQ", "wG1 \\wQ"), 1),
        ]


def test_a_game_counts_once_however_often_it_comes_by(url: str) -> None:
    round_trip = ["wB1 wQ", "bB1 bQ", "wB1 -wQ", "bB1 bQ-"]
    begin = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-"
    text = ";".join(["Base;InProgress;White[4]", begin, *round_trip, *round_trip])
    at = parse_game_string(f"Base;InProgress;White[4];{begin}")
    with Store.open(url) as store:
        store.add(record(parse_game_string(text, repetition=False), result="1/2-1/2"))
        found = store.explore(at)
        assert (found.totals.games, found.totals.draws, found.ended.games) == (1, 1, 1)
        assert [move.totals.games for move in found.moves] == [1]
        assert found.totals.score(0) == 0.5


def test_the_newest_games_of_a_position(url: str) -> None:
    round_trip = ["wB1 wQ", "bB1 bQ", "wB1 -wQ", "bB1 bQ-"]
    begin = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-"
    games = [
        begin,
        begin.replace("bS1 wS1-", "bS1 wS1/").replace("bQ bS1-", "bQ bS1/"),
        "Base;InProgress;White[1]",
    ]
    with Store.open(url) as store:
        for text in games:
            store.add(record(parse_game_string(text)))
        again = ";".join([begin, *round_trip])
        store.add(record(parse_game_string(again, repetition=False), names=("Cid", "Ben")))
        found = store.newest_through(parse_game_string(begin))
        assert [(ply, game.id) for ply, game in found] == [(6, 4), (6, 1)]  # the first time, not the second
        second = parse_game_string(";".join(begin.split(";")[:5]))
        assert [game.id for _, game in store.newest_through(second, limit=2)] == [4, 2]
        assert [game.id for _, game in store.newest_through(second, GameFilter(player="cid"))] == [4]
        assert store.newest_through(Position("Base+M")) == []


def test_a_filter_and_a_position_that_no_game_saw(url: str, games: list[GameRecord]) -> None:
    start = Position("Base")
    with Store.open(url) as store:
        assert store.explore(start).totals.games == 0
        assert store.explore(start).totals.score(0) is None
        store.add_many(games)
        of_one = store.explore(start, GameFilter(player="n1"))
        expected = [g for g in games if g.variant == "Base" and g.players[0].name.startswith("n1")]
        assert of_one.totals.games == len(expected) < store.explore(start).totals.games
        assert sum(move.totals.games for move in of_one.moves) == len(expected)
        assert store.explore(Position("Base+M")).moves == ()
