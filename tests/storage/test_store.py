"""Games go into the store once and come out as they were, on both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive import Position
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.storage import GameFilter, Rating, Store, StoredGame, opening_keys, position_key
from hexapoda.storage import store as store_module
from tests.storage.played import random_position, random_records, record

FULL = GameRecord(
    game="hive",
    variant="Base+MLP",
    players=(PlayerRecord("Zoë ⬡ 蜂", "alphabeta:level=3,threads=2"), PlayerRecord('a"b\\c\n', "random")),
    moves=(
        MoveRecord("wS1", score=0.25, depth=3, nodes=2**40, time=1.5, book=True),
        MoveRecord("bS1 wS1-", win_in=-4),
        MoveRecord("wQ -wS1", score=float("inf")),
        MoveRecord("bQ bS1/"),
    ),
    winner=1,
    finished=True,
    ending=Ending.TIMEOUT,
    rules=(("repetition", "off"), ("opening", "free")),
    detail="0.3 s too late\nin a second line",
    date="2026-11-21T10:00:00Z",
    event="club evening; spring",
    source="/games/ä.pgn",
    number=17,
    seed=2**90,
    tags=(("Round", "2"), ("Round", "3"), ("empty", "")),
)
FROM_TEXT = replace(
    FULL,
    start="Base+MLP White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0",
    moves=(MoveRecord("wA1 -wQ"), MoveRecord("bA1 bQ-")),
)
SWAPPED = (MoveRecord("a1"), MoveRecord("swap-pieces"))
OTHER_GAME = replace(FULL, game="hex", variant="11x11", rules=(("swap", "pieces"),), moves=SWAPPED)


@pytest.mark.parametrize(
    "game",
    [FULL, FROM_TEXT, OTHER_GAME, replace(FULL, moves=()), replace(FULL, winner=None, finished=False)],
)
def test_a_record_comes_out_as_it_went_in(url: str, game: GameRecord) -> None:
    with Store.open(url) as store:
        stored = store.add(game)
        assert stored is not None
        assert store.game(stored.id) == StoredGame(stored.id, game)
    with Store.open(url) as store:  # from the disk, too
        assert store.search() == [StoredGame(stored.id, game)]


def test_what_no_database_takes_is_replaced(url: str) -> None:
    odd = replace(
        FULL, event="a\0b\ud800c", players=(PlayerRecord("x\0"), PlayerRecord("\udcffy")), detail="\0"
    )
    with Store.open(url) as store:
        stored = store.add(odd)
        assert stored is not None
        found = store.game(stored.id)
        assert found is not None
        assert found.record.event == "a\ufffdb\ufffdc"
        assert [player.name for player in found.record.players] == ["x\ufffd", "\ufffdy"]
        assert found.record.detail == "\0"
        assert store.add(odd) is None


def test_a_game_is_kept_once(url: str) -> None:
    games = random_records(30)
    with Store.open(url) as store:
        first = store.add_many(games[:20])
        assert (first.added, first.duplicates) == (20, 0)
        second = store.add_many(games + games)
        assert (second.added, second.duplicates) == (10, 50)
        assert store.add(games[3]) is None
        assert [game.record for game in store.search(limit=100)] == games
        assert store.positions() == sum(game.plies + 1 for game in games)


def test_games_of_a_match_are_kept_though_they_are_alike(url: str) -> None:
    game = random_records(1)[0]
    twins = [replace(game, event="a match", number=number) for number in range(3)]
    with Store.open(url) as store:
        assert store.add_many(twins).added == 3
        again = store.add_many([*twins, replace(twins[0], event="another match")])
        assert (again.added, again.duplicates) == (1, 3)


@pytest.mark.parametrize(
    "change",
    [
        {"players": (PlayerRecord("Ann"), PlayerRecord("Bo"))},
        {"players": (PlayerRecord("Ann", "random"), PlayerRecord("Ben"))},
        {"winner": 0},
        {"winner": None},
        {"moves": FULL.moves[:3]},
        {"variant": "Base"},
    ],
)
def test_another_game_is_another_game(url: str, change: dict[str, object]) -> None:
    with Store.open(url) as store:
        assert store.add(FULL) is not None
        assert store.add(replace(FULL, **change)) is not None  # type: ignore[arg-type]


def test_the_same_moves_in_other_words_are_the_same_game(url: str) -> None:
    one = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"]
    two = [*one[:-1], "wA1 /bA1"]
    same = [*one[:3], "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA1 bA1-"]
    base = replace(FULL, variant="Base", number=-1)
    with Store.open(url) as store:
        assert store.add(replace(base, moves=tuple(map(MoveRecord, one)))) is not None
        assert store.add(replace(base, moves=tuple(map(MoveRecord, two)))) is not None
        assert store.add(replace(base, moves=tuple(map(MoveRecord, same)), date="2026", event="")) is None
    # bA1's south-west is seen from bQ as its south-east
    with Store.open(url) as store:
        words = [*one[:-1], "wA1 bQ\\"]
        assert store.add(replace(base, moves=tuple(map(MoveRecord, words)))) is None


def test_an_illegal_game_is_refused_and_those_before_it_are_kept(url: str) -> None:
    games = random_records(3)
    bad = replace(games[0], moves=(MoveRecord("wS1"), MoveRecord("bS1 wS1-"), MoveRecord("wS1 bS1-")))
    with Store.open(url) as store:
        with pytest.raises(InvalidGameError) as error:
            store.add_many([*games, bad, *random_records(3, first=10)])
        assert error.value.ply == 3
        assert store.count() == 3
        for wrong in (
            replace(FULL, variant="Base+X"),
            replace(OTHER_GAME, moves=(MoveRecord("a;b"),)),
            replace(FROM_TEXT, variant="Base"),
            replace(FROM_TEXT, start="Base nonsense"),
        ):
            with pytest.raises(ValueError, match=r"."):
                store.add(wrong)
        assert store.count() == 3


def test_filters(url: str) -> None:
    games = random_records(24)
    with Store.open(url) as store:
        match = store.match("spring cup", settings={"games": 2})
        store.add_many(games)
        store.add(replace(FULL, number=1), match=match)
        store.add(FROM_TEXT)
        everything = [*games, replace(FULL, number=1), FROM_TEXT]

        def found(**what: object) -> list[GameRecord]:
            wanted = GameFilter(**what)  # type: ignore[arg-type]
            records = [game.record for game in store.search(wanted, limit=100)]
            assert store.count(wanted) == len(records)
            assert [game.record for game in store.records(wanted)] == records
            return records

        def expected(test: object) -> list[GameRecord]:
            chosen = [game for game in everything if test(game)]  # type: ignore[operator]
            assert 0 < len(chosen) < len(everything)
            return chosen

        def names(game: GameRecord) -> list[str]:
            return [player.name for player in game.players]

        assert found(game="hex") == []
        assert found() == everything
        assert found(variant="Base") == expected(lambda g: g.variant == "Base")
        assert found(player="PLAYER 3") == expected(lambda g: "player 3" in names(g))
        assert found(opponent="player 3") == found(player="player 3")
        assert found(player="player 3", opponent="r 4") == expected(
            lambda g: set(names(g)) == {"player 3", "player 4"}
        )
        assert found(player="player 3", opponent="player 3") == []
        assert found(winner="player 1") == expected(
            lambda g: g.winner is not None and names(g)[g.winner] == "player 1"
        )
        for result in ("1-0", "0-1", "1/2-1/2", "*"):
            assert found(result=result) == expected(lambda g, result=result: g.result == result)
        assert found(ending="timeout") == expected(lambda g: g.ending is Ending.TIMEOUT)
        assert found(min_plies=5) == expected(lambda g: g.plies >= 5)
        assert found(max_plies=4) == expected(lambda g: g.plies <= 4)
        assert found(event="SPRING") == expected(lambda g: "spring" in g.event)
        assert found(match="spring cup") == everything[24:25]
        assert found(match="spring") == []
        assert found(player="%") == found(player="_") == []
        assert store.search(limit=2, offset=3) == store.search(limit=5)[3:]
        assert store.search(limit=100, newest=True) == store.search(limit=100)[::-1]
        assert store.match("spring cup") == match
        for limit, offset in ((0, 0), (10_001, 0), (1, -1), (1, 2**31)):
            with pytest.raises(UsageError):
                store.search(limit=limit, offset=offset)
        with pytest.raises(UsageError):
            store.count(GameFilter(result="1:0"))
        assert store.game(0) is store.game(10**30) is store.game(-1) is None


def test_openings_and_positions_find_their_games(url: str) -> None:
    games = random_records(40, plies=12)
    with Store.open(url) as store:
        store.add_many(games)
        for game in games[::5]:
            texts = [move.text for move in game.moves]
            keys = opening_keys(game.variant, texts)
            for plies in (0, 1, 2, 5, 12):
                begins = [
                    other for other in games
                    if opening_keys(other.variant, [move.text for move in other.moves])[: plies + 1]
                    == keys[: plies + 1]
                ]  # fmt: skip
                wanted = GameFilter(opening=keys[: plies + 1])
                assert [found.record for found in store.search(wanted, limit=100)] == begins
                assert game in begins
                through = [
                    other for other in games
                    if keys[plies] in opening_keys(other.variant, [move.text for move in other.moves])
                ]  # fmt: skip
                wanted = GameFilter(position=keys[plies])
                assert [found.record for found in store.search(wanted, limit=100)] == through
        with pytest.raises(UsageError):
            store.search(GameFilter(opening=[1] * 100))


def test_the_rule_switches_do_not_part_positions() -> None:
    strict = Position("Base+MLP")
    assert position_key(strict) == position_key(Position("Base+MLP", opening="free", repetition=False))
    assert position_key(strict) == opening_keys("Base+MLP", [])[0]


def test_more_games_than_one_transaction_takes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_CHUNK", 7)
    games = random_records(40, plies=6)
    with Store.open(url) as store:
        assert store.add_many(iter(games)).added == 40
        assert [game.record for game in store.records()] == games


def test_numbers(url: str) -> None:
    games = random_records(20)
    with Store.open(url) as store:
        assert store.lengths() == (0, 0, 0.0, 0)
        assert store.players() == []
        store.add_many(games)
        assert store.results() == {"1-0": 5, "1/2-1/2": 5, "0-1": 5, "*": 5}
        assert store.tally("variant") == {"Base": 10, "Base+MLP": 10}
        assert store.tally("ending", GameFilter(result="1-0")) == {"resign": 5}
        with pytest.raises(UsageError):
            store.tally("moves")
        number, least, mean, most = store.lengths()
        plies = [game.plies for game in games]
        assert (number, least, most) == (20, min(plies), max(plies))
        assert mean == pytest.approx(sum(plies) / 20)
        totals = {player.name: player for player in store.players()}
        assert len(totals) == 5
        for name, total in totals.items():
            mine = [(g, [p.name for p in g.players].index(name)) for g in games if name in str(g.players)]
            scores = [game.score_of(side) for game, side in mine]
            assert (total.wins, total.draws, total.losses, total.unfinished) == tuple(
                scores.count(score) for score in (1, 0.5, 0, None)
            )
        assert len(store.players(limit=2)) == 2


def test_ratings_of_a_pool_are_replaced(url: str) -> None:
    def rating(name: str, elo: float, pool: str = "cup") -> Rating:
        return Rating(name, "random", "hive", pool, elo, 12.5, 40, "2026-11-21")

    with Store.open(url) as store:
        store.save_ratings("cup", [rating("a", 10), rating("b", 20)])
        store.save_ratings("other", [rating("a", -10, "other")])
        assert store.ratings("cup") == [rating("b", 20), rating("a", 10)]
        store.save_ratings("cup", [rating("c", 1)])
        assert store.ratings("cup") == [rating("c", 1)]
        assert store.ratings("other") == [rating("a", -10, "other")]
        store.save_ratings("cup", [])
        assert store.ratings("cup") == []
        with pytest.raises(UsageError):
            store.save_ratings("cup", [rating("a", 1, "other")])


def test_a_long_game(url: str) -> None:
    game = record(random_position(5, "Base+MLP", 1500))
    with Store.open(url) as store:
        stored = store.add(game)
        assert stored is not None
        assert store.game(stored.id) == StoredGame(stored.id, game)
        assert store.positions() == game.plies + 1
