import math

import pytest

from hexapoda.clock import Clock, TimeControl
from hexapoda.engine import Limit
from hexapoda.errors import InvalidGameError, UsageError


def test_fixed_limits_are_handed_on() -> None:
    clock = Clock(TimeControl(time=2.5, depth=7, nodes=100))
    assert clock.limit(0) == Limit(2.5, 7, 100)
    assert clock.left(1) == 2.5
    clock.spend(1, 2.0)
    assert clock.left(1) == 2.5, "every move has the same time"
    assert Clock(TimeControl(nodes=4)).left(0) == math.inf


def test_a_clock_is_shared_out_and_gains_its_increment() -> None:
    clock = Clock(TimeControl(base=60, increment=1))
    first = clock.limit(0).time
    assert first == pytest.approx(60 / 30 + 0.8)
    clock.spend(0, 10.0)
    assert clock.left(0) == pytest.approx(51.0)
    assert clock.left(1) == 60
    assert clock.limit(0).time == pytest.approx(51 / 29 + 0.8)


def test_a_clock_lasts_for_a_long_game_when_the_shares_are_used_up() -> None:
    clock = Clock(TimeControl(base=10, increment=0.1))
    for _ in range(200):
        time = clock.limit(0).time
        assert time is not None
        assert 0 < time <= clock.left(0)
        clock.spend(0, time)
        assert clock.flagged() is None


def test_the_last_moments_are_never_nothing() -> None:
    clock = Clock(TimeControl(base=1), margin=0.5)
    clock.spend(0, 1.0)
    assert clock.left(0) == 0
    assert clock.limit(0).time == 0.01
    assert clock.limit(0, shortest=1.0).time == 1.0


@pytest.mark.parametrize(("seconds", "late"), [(1.1, False), (1.19, False), (1.21, True)])
@pytest.mark.parametrize("text", ["1s", "1", "1+5"])
def test_the_margin_decides_what_is_too_late(text: str, seconds: float, late: bool) -> None:
    clock = Clock(TimeControl.parse(text), margin=0.2)
    clock.spend(1, seconds)
    assert clock.flagged() == (1 if late else None)
    assert (clock.left(1) == 0) == (late or text == "1"), "who was too late gets nothing more"


def test_pauses_do_not_end_a_move() -> None:
    now = [0.0]
    clock = Clock(TimeControl(base=10, increment=1), now=lambda: now[0])
    clock.start(0)
    now[0] = 2.0
    clock.pause()
    now[0] = 50.0
    assert clock.left(0) == 8 and clock.running is None and clock.stop() is None
    clock.start(0)
    now[0] = 53.0
    assert clock.stop() == 5 and clock.left(0) == 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("60+1", TimeControl(base=60, increment=1)),
        ("60", TimeControl(base=60)),
        ("0.5+0.05", TimeControl(base=0.5, increment=0.05)),
        (" 5+0 ", TimeControl(base=5)),
        ("2s", TimeControl(time=2)),
    ],
)
def test_texts_of_times(text: str, expected: TimeControl) -> None:
    assert TimeControl.parse(text) == TimeControl.parse(expected.text) == expected


@pytest.mark.parametrize("text", ["", "+1", "60+", "60m", "s", "60+1s", "1:30", "-5", "60+1+2", "inf"])
def test_texts_that_are_no_time(text: str) -> None:
    with pytest.raises(UsageError, match="BASE"):
        TimeControl.parse(text)


@pytest.mark.parametrize(
    "values",
    [
        {"time": 1.0, "base": 5.0},
        {"base": 0.0},
        {"base": 1.0, "increment": -1.0},
        {"time": float("nan")},
        {"base": float("inf")},
        {"depth": 0},
    ],
)
def test_controls_that_make_no_sense(values: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        TimeControl(**values)  # type: ignore[arg-type]


def test_json_keeps_everything() -> None:
    control = TimeControl(nodes=3, base=1.5, increment=0.25)
    assert TimeControl.from_json(control.to_json()) == control
    clock = Clock(control)
    clock.spend(0, 1.0)
    restored = Clock.from_json(clock.to_json())
    assert restored.to_json() == clock.to_json() and restored.controls[0] == control


def test_clocks_of_older_games() -> None:
    clock = Clock.from_json({"left": [70.0, 200.5], "base": 300, "increment": 3})
    assert (clock.left(0), clock.left(1), clock.controls[0].text) == (70, 200.5, "300+3")
    oldest = Clock.from_json({"left": [70.0, 20.5], "increment": 3})
    assert (oldest.left(1), oldest.controls[0].text) == (20.5, "70+3")


@pytest.mark.parametrize("left", [None, [1], [1, -5], [1, float("nan")], "soon"])
def test_damaged_clocks(left: object) -> None:
    with pytest.raises(InvalidGameError, match="the saved clock is damaged"):
        Clock.from_json({"left": left, "base": 60, "increment": 0})


def test_both_players_may_have_their_own_clock() -> None:
    clock = Clock(TimeControl(base=10.0, increment=1.0), TimeControl(time=0.5, nodes=7), margin=0.2)
    assert clock.limit(0).clock == 10.0 and clock.limit(0).nodes is None
    assert clock.limit(1) == Limit(time=0.5, nodes=7)
    clock.spend(0, 2.0)
    clock.spend(1, 0.4)
    assert (clock.left(0), clock.left(1)) == (9.0, 0.5)
    clock.spend(1, 0.8)
    assert clock.flagged() == 1


def test_limits_by_name() -> None:
    control = TimeControl.of({"clock": "60+0.5", "nodes": "100", "time": None})
    assert control == TimeControl(nodes=100, base=60.0, increment=0.5)
    assert control.values == "nodes=100,clock=60+0.5" and TimeControl(time=1.0).values == "time=1"
    assert TimeControl.of({"clock": "2s"}) == TimeControl.of({"time": 2}) == TimeControl(time=2)
    for wrong in ({"time": "soon"}, {"nodes": "1.5"}, {"clock": "2s", "time": 2}, {"clock": "60", "time": 2}):
        with pytest.raises(UsageError):
            TimeControl.of(wrong)
