"""A game that is played, without any screen: moves, takebacks, results, and what is written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from hexapoda.clock import Clock, TimeControl
from hexapoda.engine import Limit
from hexapoda.errors import EngineError, InvalidGameError, UsageError
from hexapoda.games import Game, Position, find_game
from hexapoda.play import (
    HUMAN,
    Autosave,
    LiveGame,
    Player,
    Replay,
    Session,
    Setup,
    unfinished_games,
)
from hexapoda.play.session_json import dump_session, restore_session
from hexapoda.record import Ending

NAMES = ("hive", "hex", "y")


@pytest.fixture(autouse=True)
def home(game_of_y: None, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path_factory.mktemp("home")))


def begun(name: str = "hive", players: tuple[str, str] = (HUMAN, HUMAN), plies: int = 0) -> Session:
    session = Setup(name, players).session()
    for _ in range(plies):
        session.play(session.position.legal_moves[0])
    return session


def same(one: Session, other: Session) -> bool:
    return (one.texts, one.position.key, one.result()) == (other.texts, other.position.key, other.result())


@pytest.mark.parametrize("name", NAMES)
def test_a_session_comes_back_from_its_json(name: str) -> None:
    session = begun(name, plies=5)
    session.undo(2)
    session.clock = Clock(TimeControl(base=60, increment=2))
    restored = restore_session(dump_session(session))
    assert same(session, restored) and restored.undone == session.undone and restored.date == session.date
    assert restored.clock is not None and restored.clock.left(0) == pytest.approx(60, abs=1)
    assert restored.redo() == 1 and restored.redo() == 1 and restored.redo() == 0
    restored.resign()
    again = restore_session(dump_session(restored))
    assert again.result() == restored.result() and again.record().ending is Ending.RESIGN
    again.undo()
    again.agree_draw()
    final = restore_session(dump_session(again)).result()
    assert final is not None and final.winner is None


def test_a_session_with_rules_and_a_start_of_its_own_comes_back() -> None:
    setup = Setup("hive", (HUMAN, HUMAN), "Base+MLP", {"opening": "free"})
    session = setup.session()
    session.play(session.game.parse_move(session.position, "wQ"))
    assert session.record().rules == (("opening", "free"),) and session.record().start is None
    assert same(session, restore_session(dump_session(session)))
    setup = Setup("hive", (HUMAN, HUMAN), start="Base White[3] - wQ@0,0 bQ@1,0 bS1@2,0 wS1@-1,0")
    session = setup.session()
    session.play(session.position.legal_moves[0])
    assert session.record().start is not None
    assert same(session, restore_session(dump_session(session)))


def test_given_moves_are_of_the_game_and_nobody_has_played_them() -> None:
    game = find_game("hex")
    position = game.initial("5x5")
    game.play_texts(position, ["c3", "b2", "d4"])
    session = Session.begin(game, position, Player.both((HUMAN, HUMAN), "hex"))
    assert session.texts == ["c3", "b2", "d4"] and session.given == 3 and not session.played
    session.play(game.parse_move(session.position, "a1"))
    again = restore_session(dump_session(session))
    assert again.given == 3 and again.played and ("GivenMoves", "3") in again.record().tags
    again.undo(2)
    assert again.given == 2 and not again.played
    again.undo(2)
    assert again.given == 0 and "GivenMoves" not in dict(again.record().tags)
    again = restore_session(dump_session(again))
    again.redo(3)
    assert again.texts == ["c3", "b2", "d4"] and again.given == 3 and not again.played
    again.undo(2)
    again.play(game.parse_move(again.position, "a1"))
    assert again.given == 1 and again.played


def test_a_game_saved_by_an_earlier_version_is_read() -> None:
    old = {
        "format": "hexapoda game 1",
        "game": "hive",
        "variant": "Base",
        "rules": {"opening": "tournament", "repetition": "on"},
        "white": "human",
        "black": "random:seed=1",
        "start": "Base White[1] -",
        "moves": ["wS1", "bS1 wS1-"],
        "resigned": "Black",
    }
    session = restore_session(json.dumps(old))
    assert session.texts == old["moves"] and session.resigned == 1
    assert [player.name for player in session.players] == ["human", "random"]
    assert session.record().start is None


@pytest.mark.parametrize(
    "change",
    [
        {"format": "hexapoda game 9"},
        {"moves": [{"move": "wQ-"}]},
        {"resigned": "Black"},
        {"resigned": True},
        {"undone": [7]},
        {"clock": {"left": [1], "increment": 0}},
        {"clock": {"left": [1, -5], "increment": 0}},
        {"players": []},
        {"variant": "Base+X"},
    ],
)
def test_a_damaged_session_is_refused(change: dict[str, object]) -> None:
    value = json.loads(dump_session(begun(plies=3)))
    with pytest.raises(InvalidGameError):
        restore_session(json.dumps({**value, **change}))
    for text in ("", "[]", "{", "nonsense", "[" * 100_000):
        with pytest.raises(InvalidGameError):
            restore_session(text)


def test_the_message_about_a_damaged_session_is_short_and_plain() -> None:
    value = json.loads(dump_session(begun(plies=3)))
    with pytest.raises(InvalidGameError, match=r"^the saved game is damaged: resigned is '.{0,60}$"):
        restore_session(json.dumps({**value, "resigned": "x" * 10_000}))
    old = {"format": "hexapoda game 1", "game": "hex"}
    with pytest.raises(InvalidGameError, match=r"^the saved game is damaged: 'black' is missing$"):
        restore_session(json.dumps(old))


def test_undo_goes_to_a_persons_turn_and_redo_comes_back() -> None:
    session = begun(players=(HUMAN, "random"), plies=4)
    texts = list(session.texts)
    assert session.undo() == 2 and session.position.turn == 0
    assert session.redo() == 2 and session.texts == texts
    assert session.undo(4) == 4 and session.undo() == 0 and session.undo(1) == 0
    assert session.redo(5) == 0 and session.redo(3) == 3 and session.texts == texts[:3]
    session.undo(1)
    other = next(
        move
        for move in session.position.legal_moves
        if session.game.format_move(session.position, move) != texts[2]
    )
    session.play(other)
    assert session.redo() == 0  # another move was played


def test_no_move_is_played_again_once_the_game_is_over() -> None:
    session = begun(plies=4)
    session.undo(2)
    session.resign()
    with pytest.raises(UsageError, match="the game is over"):
        session.redo()
    assert len(session.texts) == 2


def test_playing_the_move_that_was_taken_back_keeps_the_rest() -> None:
    session = begun(plies=4)
    texts = list(session.texts)
    session.undo(3)
    session.play(session.game.parse_move(session.position, texts[1]))
    assert session.redo(2) == 2 and session.texts == texts


def test_a_game_that_is_over_takes_no_resignation_and_no_draw() -> None:
    session = begun(plies=2)
    session.resign()
    result = session.result()
    assert result is not None and result.text == "Black wins: White resigns"
    for act in (session.resign, session.agree_draw):
        with pytest.raises(UsageError, match="the game is over"):
            act()


def test_a_clock_that_runs_out_ends_the_game() -> None:
    seconds = [0.0]
    clock = Clock(TimeControl(base=10, increment=1), now=lambda: seconds[0])
    session = begun(plies=2)
    session.clock = clock
    clock.start(0)
    seconds[0] = 4.0
    assert clock.left(0) == 6 and clock.left(1) == 10 and clock.running == 0
    clock.stop()
    assert clock.left(0) == 7 and clock.running is None and session.result() is None
    clock.start(1)
    seconds[0] = 15.0
    result = session.result()
    assert result is not None and result.text == "White wins: Black is out of time"
    assert session.record().ending is Ending.TIMEOUT
    assert Clock.from_json(clock.to_json()).left(1) == 0


def test_leaving_a_game_saves_its_clocks() -> None:
    seconds = [0.0]
    session = begun()
    session.clock = Clock(TimeControl(base=10, increment=1), now=lambda: seconds[0])
    live = LiveGame(session)
    live.play(session.game.parse_move(session.position, "wS1"))
    seconds[0] = 4.0
    live.release()
    [game] = unfinished_games(["hive"])
    clock = restore_session(game.path.read_text(encoding="utf-8")).clock
    assert clock is not None and (clock.left(0), clock.left(1)) == (11, 6)
    late = LiveGame(session, Autosave("hive", game.path))
    seconds[0] = 20.0
    late.release()
    assert unfinished_games(["hive"]) == [], "the game is lost on time"


def test_stepping_through_a_game_changes_nothing() -> None:
    session = begun(plies=6)
    key = session.position.key
    replay = Replay(session.position)
    assert replay.at_end and replay.step(1) == 0
    assert replay.step(-2) == -2 and replay.at == 4 and replay.position.ply == 4
    assert replay.step(-9) == -4 and replay.position.ply == 0 and replay.step(-1) == 0
    assert replay.step(100) == 6 and replay.position.key == key == session.position.key


def test_a_rematch_exchanges_the_sides() -> None:
    session = begun(players=(HUMAN, "random:seed=3"), plies=3)
    setup = Setup.rematch(session)
    assert setup.players == ("random:seed=3", HUMAN) and setup.control is None
    session.clock = Clock.from_json(Clock(TimeControl.parse("300+3")).to_json() | {"left": [1, 2]})
    assert Setup.rematch(session).control == TimeControl.parse("300+3")
    again = setup.session()
    assert again.texts == [] and again.position == find_game("hive").initial()


@pytest.fixture
def live() -> Iterator[LiveGame]:
    game = LiveGame(begun(players=(HUMAN, "random:seed=1")))
    yield game
    game.leave()


def test_every_move_of_a_live_game_is_on_the_disk(live: LiveGame) -> None:
    assert not live.kept and unfinished_games(NAMES) == []
    live.play(live.session.position.legal_moves[0])
    with live.search(Limit(time=0.1)) as search:
        result = search.result()
    live.play(result.move, result.info)
    assert live.kept and unfinished_games(NAMES) == []  # it is being played
    live.leave()
    (found,) = unfinished_games(NAMES)
    assert found.text == "Hive, you against random, move 2, just now"
    assert restore_session(found.path.read_text(encoding="utf-8")).texts == live.session.texts
    assert unfinished_games(("hex",)) == []
    found.delete()
    assert unfinished_games(NAMES) == []


def test_a_live_game_that_is_taken_back_leaves_no_file(live: LiveGame) -> None:
    live.play(live.session.position.legal_moves[0])
    live.undo(1)
    live.leave()
    assert not live.kept and unfinished_games(NAMES) == []


def test_a_live_game_that_ends_leaves_no_file(live: LiveGame) -> None:
    live.play(live.session.position.legal_moves[0])
    live.resign()
    live.leave()
    assert not live.kept and unfinished_games(NAMES) == []


def test_the_clock_of_the_player_to_move_runs() -> None:
    session = begun()
    session.clock = Clock(TimeControl(base=60))
    game = LiveGame(session)
    clock = session.clock
    assert clock.running == 0
    game.play(session.position.legal_moves[0])
    assert clock.running == 1
    game.undo(1)
    assert clock.running == 0
    game.redo(1)
    assert clock.running == 1
    game.resign()
    assert clock.running is None
    game.undo()
    assert clock.running == 1
    game.agree_draw()
    assert clock.running is None
    game.leave()


def test_a_game_that_is_resumed_twice_goes_on_in_two_files(live: LiveGame) -> None:
    live.play(live.session.position.legal_moves[0])
    live.leave()
    (found,) = unfinished_games(NAMES)
    first, second = (LiveGame(begun(plies=1), Autosave("hive", found.path)) for _ in range(2))
    assert unfinished_games(NAMES) == []  # it is being played, before the next move too
    second.play(second.session.position.legal_moves[0])
    second.agree_draw()
    assert not second.kept and found.path.exists()
    first.leave()
    second.leave()
    assert [each.path for each in unfinished_games(NAMES)] == [found.path]


def test_a_folder_that_cannot_be_written_is_trouble_and_no_error(
    live: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.play(live.session.position.legal_moves[0])
    live.leave()

    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert unfinished_games(NAMES) == []
    monkeypatch.setattr(Path, "unlink", refuse)
    live.discard()
    assert live.trouble == "permission denied"
    monkeypatch.undo()


BOTS = """
from pathlib import Path
from hexapoda.engine import Engine, Option

class Small(Engine):
    name = "small"
    options = (Option("seed", "int", 0, min=0, max=10),)
    def __init__(self, seed=0): self.seed = seed

class Traced(Engine):
    name = "traced"
    def __init__(self): self.note("made")
    def note(self, what): Path(__file__).with_name(what).touch()
    def close(self): self.note("closed")

class Unmade(Engine):
    name = "unmade"
    def __init__(self): raise OSError("no engine today")
"""


def test_a_seed_is_fitted_to_what_the_engine_takes(tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    assert Player.of(f"{bots}:Small", "hive", 45).text == f"{bots}:Small:seed=1"
    assert Player.of(f"{bots}:Small:seed=7", "hive", 45).text == f"{bots}:Small:seed=7"
    assert Player.of(f"{bots}:Traced", "hive", 45).text == f"{bots}:Traced"
    assert Player.of("greedy", "hive", 45).text == "greedy:seed=45"


def test_no_engine_is_left_behind_when_the_other_one_cannot_be_made(tmp_path: Path) -> None:
    """An engine may be a program, which would run on."""
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    made, closed = tmp_path / "made", tmp_path / "closed"
    with pytest.raises(EngineError, match="no engine today"):
        Setup("hive", (f"{bots}:Traced", f"{bots}:Unmade")).session()
    assert made.exists() and closed.exists()
    closed.unlink()
    saved = dump_session(begun(players=(f"{bots}:Traced", f"{bots}:Traced")))
    first = Player.of(f"{bots}:Traced", "hive")
    gone = ":Unmade".join(saved.rsplit(":Traced", 1))
    with pytest.raises(EngineError, match="no engine today"):
        restore_session(gone, (first, None))
    assert not closed.exists(), "who brings a player closes it"
    with pytest.raises(EngineError, match="no engine today"):
        restore_session(gone)
    assert closed.exists()


def test_a_person_has_no_search() -> None:
    game: Game = find_game("hive")
    position: Position = game.initial()
    with pytest.raises(Exception, match="human cannot search: it has no engine here"):
        Player.of("Human", "hive").search(position, Limit())


def test_games_in_a_folder_that_cannot_be_written_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    session = Setup("hive", (HUMAN, HUMAN)).session()
    session.play(session.position.legal_moves[0])
    (tmp_path / "unfinished").mkdir()
    file = tmp_path / "unfinished" / "hive-1.json"
    file.write_text(dump_session(session), "utf-8")
    file.with_suffix(".lock").mkdir()  # as where the folder is protected: the lock cannot be opened
    assert [game.path for game in unfinished_games(["hive"])] == [file]


def test_nothing_to_remove_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    Autosave("hive", tmp_path / "file" / "hive-1.json").discard()  # not below a file
    Autosave("hive", tmp_path / ("x" * 300)).discard()
    with pytest.raises(OSError):
        Autosave("hive", tmp_path).discard()


def test_a_saved_game_with_half_a_character_is_written_again(tmp_path: Path) -> None:
    text = dump_session(Setup("hive", (HUMAN, HUMAN)).session())
    session = restore_session(text.replace("{", '{"undone": ["\\udcff"],', 1))
    autosave = Autosave("hive", tmp_path / "hive-1.json")
    autosave.save(session)
    autosave.release()
    assert restore_session((tmp_path / "hive-1.json").read_text("utf-8")).undone == ["\udcff"]


def test_a_move_has_its_time_by_the_clock() -> None:
    now = [0.0]
    game = find_game("hex")
    players = Player.of(HUMAN, "hex"), Player.of(HUMAN, "hex")
    clock = Clock(TimeControl.parse("300+3"), now=lambda: now[0])
    live = LiveGame(Session.begin(game, game.initial("5x5", {}), players, clock))
    session = live.session
    for seconds, move in ((2.5, "a1"), (4.0, "b2")):
        now[0] += seconds
        live.play(game.parse_move(session.position, move))
    record = session.record()
    assert [played.time for played in record.moves] == [2.5, 4.0]
    assert dict(record.tags) == {"TimeControl": "300+3"}
    live.undo(1)
    restored = restore_session(dump_session(session))
    assert restored.seconds == [2.5] and [played.time for played in restored.record().moves] == [2.5]
    live.release()
