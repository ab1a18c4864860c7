"""Records: JSON without loss, clear errors."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexapoda.errors import InvalidGameError
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord

NUMBERS = st.none() | st.integers(0, 10**12)
MOVES = st.builds(
    MoveRecord,
    text=st.text(max_size=12),
    score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    win_in=st.none() | st.integers(-99, 99),
    depth=NUMBERS,
    nodes=NUMBERS,
    time=st.none() | st.floats(0, 1e6),
    book=st.booleans(),
)
PAIRS = st.dictionaries(st.text(max_size=6), st.text(max_size=6), max_size=3).map(lambda d: tuple(d.items()))
RECORDS = st.builds(
    GameRecord,
    game=st.just("hive"),
    variant=st.sampled_from(["Base", "Base+MLP"]),
    players=st.tuples(*[st.builds(PlayerRecord, st.text(max_size=9), st.text(max_size=9))] * 2),
    moves=st.lists(MOVES, max_size=5).map(tuple),
    winner=st.sampled_from([None, 0, 1]),
    finished=st.just(True),
    ending=st.sampled_from(Ending),
    rules=PAIRS,
    start=st.none() | st.text(max_size=9),
    detail=st.text(max_size=9),
    number=st.integers(-1, 9),
    seed=st.none() | st.integers(0, 2**63),
    tags=PAIRS,
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(RECORDS)
def test_json_keeps_everything(record: GameRecord) -> None:
    text = json.dumps(record.to_json(), allow_nan=False)
    assert GameRecord.from_json(text) == record
    assert GameRecord.from_json(json.loads(text)) == record


def test_results() -> None:
    def record(winner: int | None, finished: bool) -> GameRecord:
        players = (PlayerRecord("a"), PlayerRecord("b"))
        return GameRecord("hive", "Base", players, (), winner, finished, Ending.NORMAL)

    assert [record(w, True).result for w in (0, 1, None)] == ["1-0", "0-1", "1/2-1/2"]
    assert record(None, False).result == "*"
    assert record(1, True).score_of(1) == 1 and record(1, True).score_of(0) == 0
    assert record(None, True).score_of(0) == 0.5 and record(None, False).score_of(0) is None
    with pytest.raises(InvalidGameError):
        record(0, False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("date", 5),
        ("start", ["wS1"]),
        ("number", "7"),
        ("seed", 1.5),
        ("winner", True),
        ("moves", [{"move": "wS1", "time": "1"}]),
        ("moves", [{"move": "wS1", "time": -1}]),
        ("moves", [{"move": "wS1", "time": 1e308}]),
        ("moves", [{"move": "wS1", "depth": 1.5}]),
        ("moves", [{"move": "wS1", "score": float("nan")}]),
    ],
)
def test_a_field_of_a_wrong_type_is_refused(name: str, value: object) -> None:
    players = (PlayerRecord("a"), PlayerRecord("b"))
    good = GameRecord("hive", "Base", players, (), None, True, Ending.NORMAL).to_json()
    with pytest.raises(InvalidGameError, match=r"not a game record: .* is .*: expected "):
        GameRecord.from_json({**good, name: value})


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "", "[]", "{}", "3", '{"game": "hive"}', '{"players": [{"name": "x"}]}']
)
def test_a_text_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(InvalidGameError, match="not a game record"):
        GameRecord.from_json(text)
